/** Tests which addresses belong to the Internet. */
import { expect, it } from "vitest";
import { isPublicAddress } from "../../../runtime/executor/public-address.ts";

it("accepts addresses of the Internet, and refuses those of machines, private networks and groups", () => {
  const open = ["1.1.1.1", "8.8.8.8", "172.15.0.1", "172.32.0.1", "2606:4700::1111", "64:ff9b::102:304"];
  const closed = (
    "0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 198.18.0.1 224.0.0.1 " +
    "255.255.255.255 :: ::1 fc00::1 fd12::1 fe80::1 fec0::1 ff02::1 2001:db8::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 " +
    "2002:7f00:1:: 64:ff9b::7f00:1 64:ff9b::10.0.0.1 64:ff9b:1::1 localhost 1.1.1 fe80::1%lo"
  ).split(" ");
  expect(open.filter((address) => !isPublicAddress(address))).toEqual([]);
  expect(["", ...closed].filter((address) => isPublicAddress(address))).toEqual([]);
});
