/** Why Parley cannot run on this machine, or undefined. Written in syntax that an old Node can parse. */
export function whyNot(platform, nodeVersion) {
  if (platform === 'win32') return 'Parley runs on Linux and macOS. On Windows, start it inside WSL.';
  if (Number(nodeVersion.split('.')[0]) < 20) {
    return `Parley needs Node.js 20 or newer; this is ${nodeVersion}. See https://nodejs.org.`;
  }
  return undefined;
}

export function requireMachine() {
  const reason = whyNot(process.platform, process.versions.node);
  if (reason === undefined) return;
  console.error(reason);
  process.exit(1);
}
