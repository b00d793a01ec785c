/** Loaded into a server that `npm start` runs as a child: when the parent is killed, the server ends too and frees its port. */

if (process.channel) {
  process.channel.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
