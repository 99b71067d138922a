/** Notes below the lines that they are about, and line numbers that can be clicked. */
import type { Extension } from '@codemirror/state'
import { Decoration, EditorView, lineNumbers, WidgetType } from '@codemirror/view'

/** `line` starts at 1. */
export type LineNote = { line: number; author: string; text: string }

export type LineOptions = {
  notes?: readonly LineNote[] | undefined
  /** Called with the number of a line that was clicked. */
  onLine?: ((line: number) => void) | undefined
}

export function lineNotesExtension({ notes = [], onLine }: LineOptions): Extension {
  return [onLine ? clickableNumbers(onLine) : [], notes.length > 0 ? notesBelowLines(notes) : [], noteTheme]
}

function clickableNumbers(onLine: (line: number) => void): Extension {
  return [
    EditorView.editorAttributes.of({ class: 'cm-clickable-lines' }),
    lineNumbers({
      domEventHandlers: {
        mousedown(view, block) {
          onLine(view.state.doc.lineAt(block.from).number)
          return true
        },
      },
    }),
  ]
}

function notesBelowLines(notes: readonly LineNote[]): Extension {
  return EditorView.decorations.compute(['doc'], ({ doc }) =>
    Decoration.set(
      notes
        .filter(({ line }) => line >= 1 && line <= doc.lines)
        .map((note) =>
          Decoration.widget({ widget: new NoteWidget(note), block: true, side: 1 }).range(
            doc.line(note.line).to,
          ),
        ),
      true,
    ),
  )
}

class NoteWidget extends WidgetType {
  readonly #note: LineNote

  constructor(note: LineNote) {
    super()
    this.#note = note
  }

  override eq(other: NoteWidget): boolean {
    return other.#note === this.#note
  }

  toDOM(): HTMLElement {
    const { author, text } = this.#note
    const element = document.createElement('div')
    element.className = 'cm-line-note'
    element.textContent = `${author}: ${text}`
    return element
  }
}

const noteTheme = EditorView.baseTheme({
  '&.cm-clickable-lines .cm-lineNumbers .cm-gutterElement': { cursor: 'pointer' },
  '.cm-line-note': {
    margin: '0.25rem 0.5rem',
    padding: '0.25rem 0.625rem',
    borderLeft: '3px solid var(--primary)',
    background: 'var(--muted)',
    fontFamily: 'var(--font-sans, sans-serif)',
    whiteSpace: 'pre-wrap',
  },
})
