export default async function handler({ parameters, context }) {
  const { title, text, max_words } = parameters

  context.progress(0.1, 'Counting')
  const counted = await context.callSkill('guildhall.text_tools.text_statistics', { text })
  context.progress(0.7, 'Reading the list items')
  const { items } = await context.tools.util.parseMarkdownBullets({ text, allowNested: false })
  const { slug } = await context.tools.util.slugifyTitle({ title, maxLength: 60 })

  const over = counted.words - max_words
  const length = over > 0 ? `${over} ${over === 1 ? 'word' : 'words'} too long` : 'short enough'
  return {
    message: `“${title}” is ${length}: ${counted.words} of ${max_words} words, ${counted.reading_minutes} minutes to read.`,
    fits: over <= 0,
    words: counted.words,
    reading_minutes: counted.reading_minutes,
    key_points: items.map((item) => item.text),
    file_name: `${slug || 'untitled'}.md`,
  }
}
