import { Args, Command, Flags } from "@oclif/core";

export default class SetUrl extends Command {
  static description = "Change the address of a remote";
  static args = {
    name: Args.string({ required: true, description: "Name of the remote" }),
    url: Args.string({ required: true, description: "New address" }),
  };
  static flags = { push: Flags.boolean({ description: "Change the address for pushes only" }) };

  async run() {
    const { args, flags } = await this.parse(SetUrl);
    this.log(JSON.stringify({ ...args, ...flags }));
  }
}
