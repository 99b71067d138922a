import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'rolldown/utils'

export type Import = {
  /** The path of a project file ("lib/kernel/errors.ts"), or a package specifier. */
  target: string
  typeOnly: boolean
}

export type SourceFile = {
  /** The path relative to the project, with slashes. */
  file: string
  text: string
  imports: Import[]
  /** The names that it declares and exports, so without those that it exports from other files. */
  exportedNames: string[]
  /** Whether the file contains only re-exports. */
  isBarrel: boolean
}

const ROOT = path.resolve(import.meta.dirname, '../..')
const SOURCE = /\.tsx?$/
const NOT_OURS = /(^lib\/kernel\/db\/generated|\/node_modules|\.d\.ts$)/

/** The result includes tests. */
export function readSources(...folders: string[]): SourceFile[] {
  return folders.flatMap(listFiles).map(readSource)
}

export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || /^(lib\/testing|sandboxd\/hostile)\//.test(file)
}

function listFiles(folder: string): string[] {
  const absolute = path.join(ROOT, folder)
  if (!fs.existsSync(absolute)) return []
  return fs
    .readdirSync(absolute, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.split(path.sep).join('/')}`)
    .filter((file) => SOURCE.test(file) && !NOT_OURS.test(file))
    .sort()
}

type Node = {
  type: string
  id?: { name?: string } | null
  declaration?: Node | null
  declarations?: Node[]
  importKind?: string
  exportKind?: string
  source?: { value: unknown } | null
  specifiers?: { importKind?: string; exportKind?: string }[]
}

function readSource(file: string): SourceFile {
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8')
  const body = parseSync(file, text).program.body as Node[]
  const imports: Import[] = []
  visit(body, (node) => {
    // This covers import, import(), export … from, export * from, and import('…').Type.
    const specifier = node.source?.value
    if (typeof specifier === 'string')
      imports.push({ target: resolve(file, specifier), typeOnly: isTypeOnly(node) })
  })
  return {
    file,
    text,
    imports,
    exportedNames: [...new Set(body.flatMap(listExportedNames))],
    isBarrel: body.length > 0 && body.every(isReExport),
  }
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, see)
  } else if (typeof value === 'object' && value !== null) {
    if ('type' in value) see(value as Node)
    for (const child of Object.values(value)) visit(child, see)
  }
}

function isTypeOnly(node: Node): boolean {
  if (node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type') return true
  const { specifiers = [] } = node
  return (
    specifiers.length > 0 &&
    specifiers.every((each) => each.importKind === 'type' || each.exportKind === 'type')
  )
}

/** Overloads of one function repeat its name. */
function listExportedNames({ type, declaration }: Node): string[] {
  if (type !== 'ExportNamedDeclaration' || !declaration) return []
  return (declaration.declarations ?? [declaration]).flatMap(({ id }) => id?.name ?? [])
}

function isReExport(node: Node): boolean {
  return (
    node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && Boolean(node.source))
  )
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier)
  return specifier
}
