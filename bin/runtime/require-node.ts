/**
 * Exits with an explanation when the program runs under the system's older Node instead of the one from npm.
 */

const MIN_NODE_MAJOR = 24

export function requireNodeVersion(): void {
  if (Number(process.versions.node.split('.')[0]) >= MIN_NODE_MAJOR) return
  console.error(
    `This is Node ${process.version}, which is too old. Use "npm start", "npm test" or "npm run …": ` +
      'npm then takes the Node that "npm install" brought along.',
  )
  process.exit(1)
}
