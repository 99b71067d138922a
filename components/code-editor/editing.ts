/**
 * What the editor does: keys, history, brackets, search, marks.
 *
 * Tab indents, and so would trap the keyboard: Escape and then Tab leaves (CodeMirror's own way), which
 * `code-editor.tsx` says in words. A read-only editor leaves Tab alone.
 */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
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
import type { EditorLanguage } from './code-editor-props.ts'
import { editorTheme } from './editor-theme.ts'
import { languageOf } from './languages.ts'
import { marking } from './marks.ts'

/** On changes that the page made, which nobody typed. */
export const replaceText = Annotation.define<boolean>()

/** Apart from the rest, so that a field may turn invalid without losing its history and its focus. */
export const labels = new Compartment()

export type Labels = { label: string; describedBy?: string; invalid?: boolean }

export function labelling({ label, describedBy, invalid }: Labels): Extension {
  return EditorView.contentAttributes.of({
    // Said aloud, because tools that look for what the keyboard can scroll do not count `contenteditable`.
    tabindex: '0',
    'aria-label': label,
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(invalid && { 'aria-invalid': 'true' }),
  })
}

type Wanted = Labels & {
  language: EditorLanguage
  nonce?: string
  readOnly?: boolean
  plain?: boolean
  placeholder?: string
}

export function editing(wanted: Wanted): Extension {
  const { language, readOnly, plain, placeholder } = wanted
  return [
    looking(wanted),
    labels.of(labelling(wanted)),
    plain ? [] : [lineNumbers(), foldGutter(), highlightActiveLineGutter()],
    readOnly ? [EditorState.readOnly.of(true)] : [writing(plain === true), marking(language)],
    placeholder ? placeholderText(placeholder) : [],
    keymap.of([...defaultKeymap, ...searchKeymap, ...foldKeymap]),
  ]
}

/** What an editor and a diff share. */
export function looking({ language, nonce }: Pick<Wanted, 'language' | 'nonce'>): Extension {
  return [
    nonce ? EditorView.cspNonce.of(nonce) : [],
    highlightSpecialChars(),
    highlightSelectionMatches(),
    drawSelection(),
    languageOf(language),
    editorTheme,
  ]
}

function writing(plain: boolean): Extension {
  return [
    history(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    plain ? [] : [autocompletion(), highlightActiveLine()],
    // Before the default keys, so that Escape closes a list of completions first.
    keymap.of([
      ...completionKeymap,
      ...closeBracketsKeymap,
      ...historyKeymap,
      ...lintKeymap,
      ...(plain ? [] : [indentWithTab]),
    ]),
  ]
}
