use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use serde_json::json;

/// Keep entries in a store
#[derive(Parser)]
#[command(name = "demo", version = "1.2.3")]
struct Demo {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Add entries to the store
    Add(Add),
    /// Manage remotes
    #[command(subcommand)]
    Remote(Remote),
}

#[derive(Args)]
struct Add {
    /// Files to add
    #[arg(required = true)]
    src: Vec<String>,
    /// Write the result to this file instead of the standard output, and create the directories that lead to it
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Attach a tag; replaces --label of version 1
    #[arg(short, long)]
    tag: Vec<String>,
    /// Color the output
    #[arg(long, overrides_with = "no_color")]
    color: bool,
    /// Do not color the output
    #[arg(long)]
    no_color: bool,
    /// Sign the entries
    #[arg(long, value_name = "KEY", num_args = 0..=1, require_equals = true, default_missing_value = "auto")]
    sign: Option<String>,
    /// Number of the store
    #[arg(long, value_name = "INT")]
    id: i64,
    /// Share of the entries to sample
    #[arg(long, value_name = "NUMBER", default_value_t = 0.5)]
    rate: f64,
    /// Print JSON
    #[arg(long, conflicts_with = "yaml")]
    json: bool,
    /// Print YAML
    #[arg(long)]
    yaml: bool,
    #[arg(long)]
    plain: bool,
    /// Print more
    #[arg(short, long, action = ArgAction::Count)]
    verbose: u8,
    /// Owner of the entries
    #[arg(long, value_name = "NAME", env = "DEMO_OWNER")]
    owner: Option<String>,
    #[arg(long, hide = true)]
    secret: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Json,
    Yaml,
    Text,
}

#[derive(Subcommand)]
enum Remote {
    /// Change the address of a remote
    SetUrl {
        /// Name of the remote
        name: String,
        /// New address
        url: String,
        /// Change the address for pushes only
        #[arg(long)]
        push: bool,
    },
}

fn main() {
    let values = match Demo::parse().command {
        Command::Add(add) => json!({
            "src": add.src, "output": add.output, "format": format!("{:?}", add.format).to_lowercase(), "tag": add.tag, "color": !add.no_color,
            "sign": add.sign, "id": add.id, "rate": add.rate, "json": add.json, "yaml": add.yaml, "plain": add.plain, "verbose": add.verbose,
            "owner": add.owner,
        }),
        Command::Remote(Remote::SetUrl { name, url, push }) => json!({ "name": name, "url": url, "push": push }),
    };
    println!("{values}");
}
