import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { PROJECT_ROOT } from './project-root.ts'

const MIN_NODE_MAJOR = 24

/** Explains how to use npm's Node. */
export function requireNodeVersion(): void {
  if (Number(process.versions.node.split('.')[0]) >= MIN_NODE_MAJOR) return
  console.error(
    `This is Node ${process.version}, which is too old. Use "npm start", "npm test" or "npm run …": ` +
      'npm then takes the Node that "npm install" brought along.',
  )
  process.exit(1)
}

/**
 * Halves the startup. The cache is in node_modules, where no other account writes. Earlier modules are not cached,
 * hence dynamic imports.
 */
export function enableCommandCache(): void {
  process.env.NODE_COMPILE_CACHE ??= path.join(PROJECT_ROOT, 'node_modules/.cache/guildhall/compiled')
  enableCompileCache(process.env.NODE_COMPILE_CACHE)
}
