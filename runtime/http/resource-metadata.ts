/** What a client reads to learn where it gets a token for this server (RFC 9728). */
import type { OAuthLaunch } from "../serve/http-launch.ts";
import { SCOPES } from "./scope.ts";

/** The path of the document; that of the resource may follow. */
export const METADATA_PATH = "/.well-known/oauth-protected-resource";

/** Where the document of a resource is (RFC 9728, section 3.1): the well-known path goes between host and path. */
export function metadataUrl(resource: string): string {
  const { origin, pathname, search } = new URL(resource);
  return `${origin}${METADATA_PATH}${pathname.replace(/\/$/, "")}${search}`;
}

export function toResourceMetadata({ issuer, audience }: OAuthLaunch): Readonly<Record<string, unknown>> {
  return { resource: audience, authorization_servers: [issuer], bearer_methods_supported: ["header"], scopes_supported: SCOPES };
}
