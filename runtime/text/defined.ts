/**
 * Returns the properties that are not undefined: with `exactOptionalPropertyTypes`, an optional property is absent instead.
 */
export function defined<Properties extends object>(properties: Properties): Defined<Properties> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as Defined<Properties>;
}

type Defined<Properties> = { readonly [Name in keyof Properties]?: Exclude<Properties[Name], undefined> };
