/** Where what was typed is, in one word for the person. Pure. */
import type { OpenDocumentView } from '#lib/workspace/workspace-view.ts'

export type SaveState = { word: string; hint: string; tone: 'calm' | 'busy' | 'alarm' }

type Known = {
  /** Edits that only this page has. */
  isWaiting: boolean
  isOffline: boolean
  /** What the server has taken of this page, before it has told how the document stands. */
  version?: number
  document: Pick<OpenDocumentView, 'version' | 'savedVersion' | 'rival' | 'trouble'> | undefined
}

export function saveState({ isWaiting, isOffline, version = 0, document }: Known): SaveState {
  if (isOffline) {
    return {
      word: 'Offline',
      hint: isWaiting
        ? 'What you type is kept in this page and sent when the connection is back. Do not close the page.'
        : 'There is no connection to the server. You can go on writing.',
      tone: 'alarm',
    }
  }
  if (document?.rival) {
    return { word: 'Conflict', hint: 'The vault has another version of this file.', tone: 'alarm' }
  }
  if (document?.trouble) return { word: 'Not saved', hint: document.trouble, tone: 'alarm' }
  if (isWaiting || (document && Math.max(version, document.version) > document.savedVersion)) {
    return { word: 'Saving…', hint: 'Your text is on its way into the vault.', tone: 'busy' }
  }
  return { word: 'Saved', hint: 'The vault has your text as it stands here.', tone: 'calm' }
}
