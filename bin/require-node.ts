/** Says what to do when a program is run by the machine's old Node instead of the one npm installed. */

const OLDEST_MAJOR = 24

export function requireNode(): void {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_MAJOR) return
  console.error(
    `This is Node ${process.version}, which is too old. Use "npm start", "npm test" or "npm run …": ` +
      'npm then takes the Node that "npm install" brought along.',
  )
  process.exit(1)
}
