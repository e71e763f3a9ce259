let limit = 3;
export const reached = (count) => count == limit;
