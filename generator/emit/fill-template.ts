/** Fills the placeholders `{{name}}` of templates. */

/** Text of each template, by its path below `templates/`. The host reads them. */
export type Templates = ReadonlyMap<string, string>;

/** Returns the template with its values, in one pass, so that placeholders in a value are not replaced. */
export function fillTemplate(templates: Templates, path: string, values: ReadonlyMap<string, string>): string {
  const template = templates.get(path);
  if (template === undefined) throw new Error(`no template ${path}`);
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`no value for the placeholder ${name}`);
    return value;
  });
}
