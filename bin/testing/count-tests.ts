/** How many tests a phase has that cannot run here: counted in the text, since nothing is executed. */
import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from '../root.ts'

const FOLDERS = ['app', 'bin', 'components', 'e2e', 'lib', 'prisma', 'sandboxd']
const TEST = /^\s*test(\.each)?\b/gm

export function countTests(ending: string): number {
  return FOLDERS.flatMap((folder) => listFiles(path.join(ROOT, folder)))
    .filter((file) => file.endsWith(ending))
    .reduce((count, file) => count + (fs.readFileSync(file, 'utf8').match(TEST)?.length ?? 0), 0)
}

function listFiles(folder: string): string[] {
  if (!fs.existsSync(folder)) return []
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))
}
