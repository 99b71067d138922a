import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'rolldown/utils'
import { PROJECT_ROOT } from '../server/runtime/project-root.ts'

export type SyntaxNode = { type: string; start: number; end: number; [key: string]: unknown }

export type ProductFile = {
  file: string
  text: string
  body: SyntaxNode[]
  imports: string[]
}

const FOLDERS = ['app', 'bin', 'components', 'lib', 'prisma', 'sandboxd']
const ROOT_FILES = [
  'instrumentation.node.ts',
  'instrumentation.ts',
  'next.config.js',
  'prisma.config.ts',
  'proxy.ts',
]
const SOURCE = /\.(tsx?|jsx?|mjs)$/
const NOT_PRODUCT =
  /(\.test\.tsx?$|\.d\.ts$|^lib\/(testing|kernel\/db\/generated)\/|^sandboxd\/hostile\/|^prisma\/(market|migrations)\/|\/node_modules\/)/

/** Excludes tests, generated code and the demo market. */
export function readProductFiles(): ProductFile[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(path.join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.split(path.sep).join('/')}`),
  )
  return [...ROOT_FILES, ...inFolders]
    .filter((file) => SOURCE.test(file) && !NOT_PRODUCT.test(file))
    .sort()
    .map(readProductFile)
}

function readProductFile(file: string): ProductFile {
  const text = fs.readFileSync(path.join(PROJECT_ROOT, file), 'utf8')
  const { program } = parseSync(file, text)
  const body = program.body as SyntaxNode[]
  const imports: string[] = []
  visit(body, (node) => {
    const specifier = (node.source as { value?: unknown } | null | undefined)?.value
    if (typeof specifier === 'string') imports.push(resolve(file, specifier))
  })
  return { file, text, body, imports }
}

function visit(value: unknown, see: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, see)
  } else if (typeof value === 'object' && value !== null) {
    if ('type' in value) see(value as SyntaxNode)
    for (const child of Object.values(value)) visit(child, see)
  }
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier)
  return specifier
}
