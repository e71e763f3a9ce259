package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

func print(values map[string]any) {
	text, _ := json.Marshal(values)
	fmt.Println(string(text))
}

func main() {
	root := &cobra.Command{Use: "demo", Short: "Keep entries in a store", Version: "1.2.3"}
	add := &cobra.Command{Use: "add <src>...", Short: "Add entries to the store", Args: cobra.MinimumNArgs(1)}
	flags := add.Flags()
	output := flags.StringP("output", "o", "", "Write the result to this `file` instead of the standard output, and create the directories that lead to it")
	format := flags.String("format", "text", "Output format (json|yaml|text)")
	tag := flags.StringArrayP("tag", "t", nil, "Attach a `tag`; replaces --label of version 1")
	color := flags.Bool("color", true, "Color the output")
	sign := flags.String("sign", "", "Sign the entries")
	flags.Lookup("sign").NoOptDefVal = "auto"
	id := flags.Int("id", 0, "Number of the store")
	rate := flags.Float64("rate", 0.5, "Share of the entries to sample")
	asJSON := flags.Bool("json", false, "Print JSON")
	asYAML := flags.Bool("yaml", false, "Print YAML")
	plain := flags.Bool("plain", false, "")
	verbose := flags.CountP("verbose", "v", "Print more")
	owner := flags.String("owner", os.Getenv("DEMO_OWNER"), "Owner of the entries")
	flags.String("secret", "", "For tests")
	_ = flags.MarkHidden("secret")
	_ = add.MarkFlagRequired("id")
	add.MarkFlagsMutuallyExclusive("json", "yaml")
	add.Run = func(_ *cobra.Command, src []string) {
		print(map[string]any{"src": src, "output": output, "format": format, "tag": tag, "color": color, "sign": sign, "id": id,
			"rate": rate, "json": asJSON, "yaml": asYAML, "plain": plain, "verbose": verbose, "owner": owner})
	}

	remote := &cobra.Command{Use: "remote", Short: "Manage remotes"}
	setURL := &cobra.Command{Use: "set-url <name> <url>", Short: "Change the address of a remote", Args: cobra.ExactArgs(2)}
	push := setURL.Flags().Bool("push", false, "Change the address for pushes only")
	setURL.Run = func(_ *cobra.Command, args []string) {
		print(map[string]any{"name": args[0], "url": args[1], "push": push})
	}
	remote.AddCommand(setURL)
	root.AddCommand(add, remote)
	if root.Execute() != nil {
		os.Exit(1)
	}
}
