/** Templates: text with `{{name}}` where a value belongs. */

/** Returns the template with its values, in one pass, so that placeholders in a value are not replaced. */
export function substitute(template: string, values: ReadonlyMap<string, string>): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`no value for the placeholder ${name}`);
    return value;
  });
}
