export default [{ rules: { eqeqeq: "error", "prefer-const": "warn" } }];
