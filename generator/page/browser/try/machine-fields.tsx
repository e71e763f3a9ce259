/** Renders the facts about the server's machine that a command line depends on. */
import type { PageMachine } from "./page-call.ts";
import { TextField } from "./text-field.tsx";

/** Renders the inputs for the assumed machine of a call. */
export function MachineFields({ machine, onChange }: { readonly machine: PageMachine; readonly onChange: (machine: PageMachine) => void }) {
  const { directory, variables } = machine;
  return (
    <details class="try-machine">
      <summary>Assumed machine: {[directory, ...Object.keys(variables)].join(", ")}</summary>
      <p class="muted">The page does not know the server's machine. Change the values to those of yours.</p>
      <TextField
        label="Working directory of the server"
        value={directory}
        error={directory.startsWith("/") ? undefined : "Not an absolute path"}
        onInput={(changed) => onChange({ ...machine, directory: changed })}
      />
      {Object.entries(variables).map(([name, value]) => (
        <TextField
          key={name}
          label={`$${name}`}
          value={value}
          hint="Environment variable of the server. An empty field sets it to an empty text"
          onInput={(changed) => onChange({ ...machine, variables: { ...variables, [name]: changed } })}
        />
      ))}
    </details>
  );
}
