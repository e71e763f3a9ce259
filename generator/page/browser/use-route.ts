/** The address of the page as state. */
import { useEffect, useState } from "preact/hooks";
import type { Route } from "../addresses.ts";
import { parseRoute } from "../addresses.ts";

/** The id of the element that the link for keyboard users leads to. It is not a view. */
const MAIN = "#main";

/** Returns the view that the fragment names, and follows its changes. */
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
