import { BlockList, isIP } from 'node:net';

/** Ranges of IANA's special-purpose registries outside the public internet. */
const SPECIAL_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Inside the one range that is public: tunnels that carry other addresses, and documentation. */
const SPECIAL_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const special = listOf(SPECIAL_4, 'ipv4');
const specialOf6 = listOf(SPECIAL_6, 'ipv6');
const global6 = listOf(['2000::/3'], 'ipv6');

function listOf(ranges: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address, bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Whether an address belongs to the public internet. IPv4-mapped IPv6 addresses are refused: they can name any host. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !specialOf6.check(address, 'ipv6');
}
