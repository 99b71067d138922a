/** Marks changes that come from the parent, which are not typed and must not be reported back. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { javascript, javascriptLanguage, typescriptLanguage } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { markdown } from '@codemirror/lang-markdown'
import { python, pythonLanguage } from '@codemirror/lang-python'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder as placeholderText,
} from '@codemirror/view'
import {
  type GlobalMember,
  type HandlerGlobals,
  JAVASCRIPT_GLOBALS,
  PYTHON_GLOBALS,
} from '#lib/contracts/handler/handler-types.ts'
import { BLANK_CHARACTERS } from '#lib/kernel/text/hidden-characters.ts'
import type { EditorLanguage } from './code-editor.tsx'
import { editorTheme } from './editor-theme.ts'
import { lintMarksExtension } from './marks.ts'

export const replaceText = Annotation.define<boolean>()

/** The labels are in a compartment, so that a change of validity does not rebuild the editor and lose its history. */
export const labels = new Compartment()

type Labels = { label: string; describedBy?: string; invalid?: boolean }

export function labelExtension({ label, describedBy, invalid }: Labels): Extension {
  return EditorView.contentAttributes.of({
    // Accessibility checkers do not count `contenteditable` as focusable.
    tabindex: '0',
    'aria-label': label,
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(invalid && { 'aria-invalid': 'true' }),
  })
}

type EditorOptions = Labels & {
  language: EditorLanguage
  nonce?: string
  readOnly?: boolean
  plain?: boolean
  placeholder?: string
}

export function codeEditorExtensions(options: EditorOptions): Extension {
  const { language, readOnly, plain, placeholder } = options
  return [
    highlightExtension(options),
    labels.of(labelExtension(options)),
    plain ? [] : [lineNumbers(), foldGutter(), highlightActiveLineGutter()],
    readOnly
      ? [EditorState.readOnly.of(true)]
      : [editableExtensions(plain === true), lintMarksExtension(language)],
    placeholder ? placeholderText(placeholder) : [],
    keymap.of([...defaultKeymap, ...searchKeymap, ...foldKeymap]),
  ]
}

export function highlightExtension({
  language,
  nonce,
}: Pick<EditorOptions, 'language' | 'nonce'>): Extension {
  return [
    nonce ? EditorView.cspNonce.of(nonce) : [],
    highlightSpecialChars({ addSpecialChars: BLANK_CHARACTERS }),
    highlightSelectionMatches(),
    drawSelection(),
    languageOf(language),
    editorTheme,
  ]
}

function editableExtensions(plain: boolean): Extension {
  return [
    history(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    plain ? [] : [autocompletion(), highlightActiveLine()],
    // Listed first, so that Escape closes a completion list.
    keymap.of([
      ...completionKeymap,
      ...closeBracketsKeymap,
      ...historyKeymap,
      ...lintKeymap,
      ...(plain ? [] : [indentWithTab]),
    ]),
  ]
}

const javascriptSupport = () => [
  javascript({ typescript: true }),
  [javascriptLanguage, typescriptLanguage].map((candidate) =>
    candidate.data.of({ autocomplete: completeJavascript }),
  ),
]

// The TypeScript grammar parses both languages.
const LANGUAGES: Record<EditorLanguage, () => Extension> = {
  javascript: javascriptSupport,
  typescript: javascriptSupport,
  json: () => json(),
  markdown: () => [markdown(), EditorView.lineWrapping],
  python: () => [python(), pythonLanguage.data.of({ autocomplete: completePython })],
  text: () => EditorView.lineWrapping,
}

function languageOf(language: EditorLanguage): Extension {
  return LANGUAGES[language]()
}

/** Returns a completion source for members after a dot; it returns null for objects that are not in `environment`. */
function completeMembers(environment: HandlerGlobals) {
  const objectPaths = Object.keys(environment).toSorted((a, b) => b.length - a.length)
  return (
    context: Pick<CompletionContext, 'matchBefore'>,
  ): Pick<CompletionResult, 'from' | 'options' | 'validFor'> | null => {
    const path = context.matchBefore(/[\w.]*\.\w*/)
    if (!path) return null
    const dot = path.text.lastIndexOf('.')
    const before = path.text.slice(0, dot)
    const objectPath = objectPaths.find(
      (candidate) => before === candidate || before.endsWith(`.${candidate}`),
    )
    if (!objectPath) return null
    return {
      from: path.from + dot + 1,
      options: (environment[objectPath] ?? []).map(toCompletion),
      validFor: /^\w*$/,
    }
  }
}

function toCompletion({ name, type, doc }: GlobalMember): Completion {
  const isMethod = type.startsWith('(')
  return {
    label: name,
    type: isMethod ? 'method' : 'property',
    detail: type.replace(/^\??: /, ''),
    info: doc,
  }
}

export const completeJavascript = completeMembers(JAVASCRIPT_GLOBALS)
export const completePython = completeMembers(PYTHON_GLOBALS)
