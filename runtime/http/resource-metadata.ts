/** Builds the OAuth 2.0 protected resource metadata (RFC 9728), in which clients find the issuer of tokens. */
import type { OAuthLaunch } from "../launch/http-launch.ts";
import { SCOPES } from "./scope.ts";

/** Path of the metadata. The path of the resource can follow. */
export const METADATA_PATH = "/.well-known/oauth-protected-resource";

/** Returns the URL of a resource's metadata: the well-known path is inserted between host and path (RFC 9728, section 3.1). */
export function metadataUrl(resource: string): string {
  const { origin, pathname, search } = new URL(resource);
  return `${origin}${METADATA_PATH}${pathname.replace(/\/$/, "")}${search}`;
}

/** Returns the metadata document, which names the authorization server that issues tokens (RFC 9728, section 2). */
export function toResourceMetadata({ issuer, audience }: OAuthLaunch): Readonly<Record<string, unknown>> {
  return { resource: audience, authorization_servers: [issuer], bearer_methods_supported: ["header"], scopes_supported: SCOPES };
}
