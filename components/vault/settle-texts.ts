/** Waiting until the server has what was typed: before a tab is closed, or something is taken back. */
type Text = { settle: () => Promise<void>; hurry: () => void }

const open = new Set<Text>()

/** Until the returned function is called the text is one of those that are waited for. */
export function keepTrackOf(text: Text): () => void {
  open.add(text)
  return () => {
    open.delete(text)
  }
}

/** Resolves when everything typed so far is with the server, or cannot be sent now. */
export async function settleTexts(): Promise<void> {
  const settled = [...open].map(({ settle, hurry }) => {
    const done = settle()
    hurry()
    return done
  })
  await Promise.all(settled)
}
