/** Data of a server in a client's file. */

/** A value in a configuration file. */
export type EntryValue = string | boolean | readonly string[] | { readonly [name: string]: EntryValue };
/** The entry of a server in a configuration file, by key. */
export type ServerEntry = Readonly<Record<string, EntryValue>>;
