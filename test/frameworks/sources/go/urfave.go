package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/urfave/cli/v3"
)

func print(values map[string]any) error {
	text, err := json.Marshal(values)
	fmt.Println(string(text))
	return err
}

func main() {
	add := &cli.Command{
		Name:      "add",
		Usage:     "Add entries to the store",
		ArgsUsage: "<src>...",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "Write the result to this `file` instead of the standard output, and create the directories that lead to it"},
			&cli.StringFlag{Name: "format", Value: "text", Usage: "Output format: json, yaml or text"},
			&cli.StringSliceFlag{Name: "tag", Aliases: []string{"t"}, Usage: "Attach a tag; replaces --label of version 1"},
			&cli.BoolWithInverseFlag{Name: "color", Value: true, Usage: "Color the output"},
			&cli.IntFlag{Name: "id", Required: true, Usage: "Number of the store"},
			&cli.FloatFlag{Name: "rate", Value: 0.5, Usage: "Share of the entries to sample"},
			&cli.BoolFlag{Name: "json", Usage: "Print JSON"},
			&cli.BoolFlag{Name: "yaml", Usage: "Print YAML"},
			&cli.BoolFlag{Name: "plain"},
			&cli.StringFlag{Name: "owner", Sources: cli.EnvVars("DEMO_OWNER"), Usage: "Owner of the entries"},
			&cli.StringFlag{Name: "secret", Hidden: true},
		},
		Action: func(_ context.Context, c *cli.Command) error {
			return print(map[string]any{"src": c.Args().Slice(), "output": c.String("output"), "format": c.String("format"), "tag": c.StringSlice("tag"),
				"color": c.Bool("color"), "id": c.Int("id"), "rate": c.Float("rate"), "json": c.Bool("json"), "yaml": c.Bool("yaml"),
				"plain": c.Bool("plain"), "owner": c.String("owner")})
		},
	}
	setURL := &cli.Command{
		Name:      "set-url",
		Usage:     "Change the address of a remote",
		ArgsUsage: "<name> <url>",
		Flags:     []cli.Flag{&cli.BoolFlag{Name: "push", Usage: "Change the address for pushes only"}},
		Action: func(_ context.Context, c *cli.Command) error {
			return print(map[string]any{"name": c.Args().Get(0), "url": c.Args().Get(1), "push": c.Bool("push")})
		},
	}
	remote := &cli.Command{Name: "remote", Usage: "Manage remotes", Commands: []*cli.Command{setURL}}
	root := &cli.Command{Name: "demo", Usage: "Keep entries in a store", Version: "1.2.3", Commands: []*cli.Command{add, remote}}
	if err := root.Run(context.Background(), os.Args); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
