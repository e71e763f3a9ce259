use serde_json::json;
use structopt::clap::AppSettings;
use structopt::StructOpt;

/// Keep entries in a store
#[derive(StructOpt)]
#[structopt(name = "demo", version = "1.2.3", setting = AppSettings::SubcommandRequiredElseHelp)]
enum Demo {
    /// Add entries to the store
    Add(Add),
    /// Manage remotes
    Remote(Remote),
}

#[derive(StructOpt)]
struct Add {
    /// Files to add
    #[structopt(required = true)]
    src: Vec<String>,
    /// Write the result to this file instead of the standard output, and create the directories that lead to it
    #[structopt(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Output format
    #[structopt(long, possible_values = &["json", "yaml", "text"], default_value = "text")]
    format: String,
    /// Attach a tag; replaces --label of version 1
    #[structopt(short, long, number_of_values = 1)]
    tag: Vec<String>,
    /// Do not color the output
    #[structopt(long)]
    no_color: bool,
    /// Number of the store
    #[structopt(long, value_name = "INT")]
    id: i64,
    /// Share of the entries to sample
    #[structopt(long, value_name = "NUMBER", default_value = "0.5")]
    rate: f64,
    /// Print JSON
    #[structopt(long, conflicts_with = "yaml")]
    json: bool,
    /// Print YAML
    #[structopt(long)]
    yaml: bool,
    #[structopt(long)]
    plain: bool,
    /// Print more
    #[structopt(short, long, parse(from_occurrences))]
    verbose: u8,
    /// Owner of the entries
    #[structopt(long, value_name = "NAME", env = "DEMO_OWNER")]
    owner: Option<String>,
    #[structopt(long, hidden = true)]
    secret: Option<String>,
}

#[derive(StructOpt)]
enum Remote {
    /// Change the address of a remote
    SetUrl {
        /// Name of the remote
        name: String,
        /// New address
        url: String,
        /// Change the address for pushes only
        #[structopt(long)]
        push: bool,
    },
}

fn main() {
    let values = match Demo::from_args() {
        Demo::Add(add) => json!({
            "src": add.src, "output": add.output, "format": add.format, "tag": add.tag, "color": !add.no_color, "id": add.id,
            "rate": add.rate, "json": add.json, "yaml": add.yaml, "plain": add.plain, "verbose": add.verbose, "owner": add.owner,
        }),
        Demo::Remote(Remote::SetUrl { name, url, push }) => json!({ "name": name, "url": url, "push": push }),
    };
    println!("{values}");
}
