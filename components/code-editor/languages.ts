/** What the editor can colour. */
import { javascript, javascriptLanguage, typescriptLanguage } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { markdown } from '@codemirror/lang-markdown'
import { python, pythonLanguage } from '@codemirror/lang-python'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { EditorLanguage } from './code-editor-props.ts'
import { completeJavascript, completePython } from './completions.ts'

const script = () => [
  javascript({ typescript: true }),
  [javascriptLanguage, typescriptLanguage].map((each) => each.data.of({ autocomplete: completeJavascript })),
]

// Publishers write TypeScript or JavaScript into the same field; the larger language reads both.
const LANGUAGES: Record<EditorLanguage, () => Extension> = {
  javascript: script,
  typescript: script,
  json: () => json(),
  markdown: () => [markdown(), EditorView.lineWrapping],
  python: () => [python(), pythonLanguage.data.of({ autocomplete: completePython })],
  text: () => EditorView.lineWrapping,
}

export function languageOf(language: EditorLanguage): Extension {
  return LANGUAGES[language]()
}
