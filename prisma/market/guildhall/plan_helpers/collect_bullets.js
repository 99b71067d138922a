const MOST = 200

export default async function handler({ parameters, context }) {
  const notes = parameters.notes.filter((note) => note !== null)
  const items = new Map()
  for (const { path, content } of notes) {
    const found = await context.tools.util.parseMarkdownBullets({
      text: content,
      allowNested: parameters.nested,
    })
    for (const { text } of found.items) {
      if (!items.has(text) && items.size < MOST) items.set(text, { text, note: path })
    }
  }
  return {
    message: `**${items.size}** ${items.size === 1 ? 'item' : 'items'} from ${notes.length} ${notes.length === 1 ? 'note' : 'notes'}.`,
    items: [...items.values()],
    count: items.size,
  }
}
