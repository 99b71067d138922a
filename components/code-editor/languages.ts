/** What the editor can colour. */
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { markdown } from '@codemirror/lang-markdown'
import { python } from '@codemirror/lang-python'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { EditorLanguage } from './code-editor.tsx'

// Publishers write TypeScript or JavaScript into the same field; the larger language reads both.
const LANGUAGES: Record<EditorLanguage, () => Extension> = {
  javascript: () => javascript({ typescript: true }),
  typescript: () => javascript({ typescript: true }),
  json: () => json(),
  markdown: () => [markdown(), EditorView.lineWrapping],
  python: () => python(),
  text: () => EditorView.lineWrapping,
}

export function languageOf(language: EditorLanguage): Extension {
  return LANGUAGES[language]()
}
