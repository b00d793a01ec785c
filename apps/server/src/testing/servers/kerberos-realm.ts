import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './free-ports.ts';

/** A private Kerberos realm on a port of the loopback: its keys, its people and its configuration lie in one folder. */
export type KerberosRealm = {
  name: string;
  /** The key of the service `HTTP/localhost`. */
  keytab: string;
  /** What programs need in their environment to belong to the realm; for one person's tickets where a name is given. */
  environment(person?: string): Record<string, string>;
  /** Makes a person and gets them a ticket. */
  person(name: string): void;
  /** A new SPNEGO token of a person for the service, as a browser would send it. */
  token(name: string): Promise<string>;
  close(): Promise<void>;
};

const PROGRAMS = ['/usr/sbin/krb5kdc', '/usr/sbin/kadmin.local', '/usr/sbin/kdb5_util', '/usr/bin/kinit'];

/** Why there can be no realm here; null: there can. */
export async function whyNoRealm(): Promise<string | null> {
  for (const program of PROGRAMS) {
    try {
      accessSync(program, constants.X_OK);
    } catch {
      return `${program} is not installed`;
    }
  }
  return import('kerberos').then(
    () => null,
    () => 'the package kerberos is not built',
  );
}

/** Starts one. */
export async function startRealm(name: string): Promise<KerberosRealm> {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-realm-'));
  const [port] = await freePorts(1);
  const at = (file: string) => join(folder, file);
  writeFileSync(
    at('krb5.conf'),
    `[libdefaults]
  default_realm = ${name}
  dns_lookup_kdc = false
  dns_lookup_realm = false
  dns_canonicalize_hostname = false
  rdns = false
  udp_preference_limit = 1
[realms]
  ${name} = {
    kdc = 127.0.0.1:${port}
  }
[domain_realm]
  localhost = ${name}
`,
  );
  writeFileSync(
    at('kdc.conf'),
    `[kdcdefaults]
  kdc_listen = 127.0.0.1:${port}
  kdc_tcp_listen = 127.0.0.1:${port}
[realms]
  ${name} = {
    database_name = ${at('principal')}
    key_stash_file = ${at('stash')}
    acl_file = ${at('kadm5.acl')}
    max_life = 1h
  }
`,
  );
  const environment = (person = 'nobody') => ({
    KRB5_CONFIG: at('krb5.conf'),
    KRB5_KDC_PROFILE: at('kdc.conf'),
    KRB5CCNAME: `FILE:${at(`tickets-${person}`)}`,
    KRB5_KTNAME: at('service.keytab'),
    KRB5RCACHEDIR: folder,
  });
  const env = { ...process.env, ...environment() };
  const run = (program: string, args: string[], input?: string) => execFileSync(program, args, { env, input, stdio: 'pipe' });
  const administer = (query: string) => run('/usr/sbin/kadmin.local', ['-r', name, '-q', query]);
  run('/usr/sbin/kdb5_util', ['create', '-s', '-r', name, '-P', 'master key of the test']);
  administer('addprinc -randkey HTTP/localhost');
  administer(`ktadd -k ${at('service.keytab')} HTTP/localhost`);
  const kdc = spawn('/usr/sbin/krb5kdc', ['-n', '-r', name], { env, stdio: 'ignore' });
  await reachable(port);
  return {
    name,
    keytab: at('service.keytab'),
    environment,
    person(person) {
      administer(`addprinc -pw secret-of-${person} ${person}`);
      execFileSync('/usr/bin/kinit', [`${person}@${name}`], {
        env: { ...env, ...environment(person) },
        input: `secret-of-${person}\n`,
        stdio: 'pipe',
      });
    },
    token: (person) => tokenOf({ ...env, ...environment(person) }),
    async close() {
      const ended = once(kdc, 'exit');
      kdc.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A process of its own, because a process keeps to the first tickets that it read. */
async function tokenOf(env: NodeJS.ProcessEnv): Promise<string> {
  const script = `
    const { initializeClient, GSS_MECH_OID_SPNEGO } = (await import('kerberos')).default;
    const client = await initializeClient('HTTP@localhost', { mechOID: GSS_MECH_OID_SPNEGO });
    await client.step('');
    process.stdout.write(client.response);`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, cwd: import.meta.dirname, encoding: 'utf8' });
}

async function reachable(port: number): Promise<void> {
  const { connect } = await import('node:net');
  for (let round = 0; round < 200; round += 1) {
    const socket = connect(port, '127.0.0.1');
    const open = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(() => false);
    socket.destroy();
    if (open) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('The key distribution centre did not start.');
}
