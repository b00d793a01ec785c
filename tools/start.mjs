/** `npm start`: installs what is missing, builds the page if its sources changed, runs the server. Runs on any Node from 14 on to be able to complain. */

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 20)) {
  console.error(
    `Gantry needs Node 20.20 or newer to start, and this is Node ${process.versions.node}. Get a newer one from https://nodejs.org.`,
  );
  process.exit(1);
}

const { ensureInstalled, ensurePageBuilt, inOneSentence, root } = await import('./set-up.mjs');
const { endWithShell, runServer } = await import('./supervise.mjs');

try {
  if (process.env['npm_lifecycle_event']) endWithShell();
  if (process.env['DATA_DIR']) process.env['DATA_DIR'] = (await import('node:path')).resolve(process.env['DATA_DIR']);
  process.chdir(root);
  await ensureInstalled();
  await ensurePageBuilt();
  process.exitCode = await runServer();
} catch (error) {
  console.error(inOneSentence(error));
  process.exitCode = 1;
}
