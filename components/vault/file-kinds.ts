import { extensionOf } from '#lib/vault/model/vault-path.ts'
import type { EditorLanguage } from '../code-editor/code-editor.tsx'

const LANGUAGES: Record<string, EditorLanguage> = {
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  json: 'json',
  js: 'javascript',
  mjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  py: 'python',
}

export function languageOfPath(path: string): EditorLanguage {
  return LANGUAGES[extensionOf(path)] ?? 'text'
}

/** Files that the editor shows as a table, too. */
export function isTable(path: string): boolean {
  return /^(csv|tsv)$/.test(extensionOf(path))
}

export function isMarkdown(path: string): boolean {
  return languageOfPath(path) === 'markdown'
}

/** Tells whether the file is an image of a type that cannot run scripts. */
export function isPicture(path: string): boolean {
  return ['png', 'jpg', 'jpeg', 'gif', 'webp'].includes(extensionOf(path))
}
