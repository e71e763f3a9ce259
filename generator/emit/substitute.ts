/** Templates: text with `{{name}}` where a value belongs. */

/** The template with its values. One pass, so that a value is never searched for placeholders itself. */
export function substitute(template: string, values: ReadonlyMap<string, string>): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`no value for the placeholder ${name}`);
    return value;
  });
}
