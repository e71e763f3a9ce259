/**
 * Returns the properties that are not undefined. With `exactOptionalPropertyTypes`, an optional property must be absent instead of
 * undefined.
 */
export function defined<Properties extends object>(properties: Properties): Defined<Properties> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as Defined<Properties>;
}

type Defined<Properties> = { readonly [Name in keyof Properties]?: Exclude<Properties[Name], undefined> };
