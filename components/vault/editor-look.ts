/** What the editor of the Vault page looks like beyond other fields: as high as its place. */
import { EditorView } from '@codemirror/view'

export const fullHeight = EditorView.theme({
  '&': { height: '100%' },
  '.cm-scroller': { maxHeight: 'none', height: '100%' },
  '.cm-content': { minHeight: '100%', padding: '16px 0 40vh' },
  '@media (max-width: 40rem)': { '.cm-gutters': { display: 'none' } },
})
