/** Provides the address of the page as state. */
import { useEffect, useState } from "preact/hooks";
import type { Route } from "../addresses.ts";
import { parseRoute } from "../addresses.ts";

/** Target of the skip link for keyboard users. It is not a view. */
const MAIN = "#main";

/** Returns the view of the current fragment. Updates it when the fragment changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const follow = (): void => {
      if (location.hash !== MAIN) setRoute(parseRoute(location.hash));
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}
