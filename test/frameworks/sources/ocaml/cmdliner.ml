(* Parses with Cmdliner. *)
open Cmdliner

let quote = Printf.sprintf "%S"
let list items = "[" ^ String.concat "," (List.map quote items) ^ "]"
let flag names doc = Arg.(value & flag & info names ~doc)
let text names docv doc = Arg.(value & opt string "" & info names ~docv ~doc)

let add =
  let print src output format tag no_color sign id rate json yaml plain verbose owner =
    Printf.printf
      "{\"src\":%s,\"output\":%s,\"format\":%s,\"tag\":%s,\"color\":%b,\"sign\":%s,\"id\":%d,\"rate\":%g,\"json\":%b,\"yaml\":%b,\"plain\":%b,\"verbose\":%d,\"owner\":%s}\n"
      (list src) (quote output) (quote format) (list tag) (not no_color) (quote sign) id rate json yaml plain (List.length verbose) (quote owner)
  in
  let output =
    text [ "o"; "output" ] "FILE" "Write the result to this file instead of the standard output, and create the directories that lead to it"
  in
  let formats = Arg.enum [ ("json", "json"); ("yaml", "yaml"); ("text", "text") ] in
  let format = Arg.(value & opt formats "text" & info [ "format" ] ~docv:"FORMAT" ~doc:"Output format: json, yaml or text") in
  let tag = Arg.(value & opt_all string [] & info [ "t"; "tag" ] ~docv:"TAG" ~doc:"Attach a tag; replaces --label of version 1") in
  let sign = Arg.(value & opt ~vopt:"auto" string "" & info [ "sign" ] ~docv:"KEY" ~doc:"Sign the entries") in
  let id = Arg.(required & opt (some int) None & info [ "id" ] ~docv:"INT" ~doc:"Number of the store") in
  let rate = Arg.(value & opt float 0.5 & info [ "rate" ] ~docv:"NUMBER" ~doc:"Share of the entries to sample") in
  let verbose = Arg.(value & flag_all & info [ "v"; "verbose" ] ~doc:"Print more") in
  let env = Cmd.Env.info "DEMO_OWNER" in
  let owner = Arg.(value & opt string "" & info [ "owner" ] ~env ~docv:"NAME" ~doc:"Owner of the entries") in
  let src = Arg.(non_empty & pos_all string [] & info [] ~docv:"SRC" ~doc:"Files to add") in
  let term =
    Term.(
      const print $ src $ output $ format $ tag $ flag [ "no-color" ] "Do not color the output" $ sign $ id $ rate $ flag [ "json" ] "Print JSON"
      $ flag [ "yaml" ] "Print YAML" $ flag [ "plain" ] "" $ verbose $ owner)
  in
  Cmd.v (Cmd.info "add" ~doc:"Add entries to the store") term

let set_url =
  let print push name url = Printf.printf "{\"name\":%s,\"url\":%s,\"push\":%b}\n" (quote name) (quote url) push in
  let remote = Arg.(required & pos 0 (some string) None & info [] ~docv:"NAME" ~doc:"Name of the remote") in
  let url = Arg.(required & pos 1 (some string) None & info [] ~docv:"URL" ~doc:"New address") in
  Cmd.v
    (Cmd.info "set-url" ~doc:"Change the address of a remote")
    Term.(const print $ flag [ "push" ] "Change the address for pushes only" $ remote $ url)

let () =
  let remote = Cmd.group (Cmd.info "remote" ~doc:"Manage remotes") [ set_url ] in
  exit (Cmd.eval (Cmd.group (Cmd.info "demo" ~version:"1.2.3" ~doc:"Keep entries in a store") [ add; remote ]))
