/** Runs a generated module and returns its exports. */
import { transform } from "esbuild";

/** Compiles a module and imports it, without writing a file. */
export async function loadModule(typescript: string): Promise<Readonly<Record<string, unknown>>> {
  const { code } = await transform(typescript, { loader: "ts", format: "esm" });
  return (await import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`)) as Readonly<Record<string, unknown>>;
}
