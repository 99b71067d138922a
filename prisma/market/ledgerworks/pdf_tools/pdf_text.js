import { extractText, getDocumentProxy, getMeta } from 'unpdf'

export default async function handler({ parameters, context }) {
  const { pdf: file, large_file, from_page, max_pages } = parameters
  const bytes = large_file ? await context.blobs.readBytes(large_file) : bytesOf(file)
  const pdf = await open(bytes)
  const { text } = await extractText(pdf, { mergePages: false })
  const { info = {} } = await getMeta(pdf)

  const pages = text
    .map((each, index) => ({ page: index + 1, text: each.trim() }))
    .slice(from_page - 1, from_page - 1 + max_pages)
  const empty = pages.filter((page) => page.text === '').length
  const words = pages.reduce((sum, page) => sum + (page.text.match(/\S+/g)?.length ?? 0), 0)
  return {
    message: `**${words}** words on ${pages.length} of ${text.length} page${text.length === 1 ? '' : 's'}${empty > 0 ? `; ${empty} without text, probably scanned` : ''}.`,
    pages,
    page_count: text.length,
    words,
    empty_pages: empty,
    ...(info.Title && { title: info.Title }),
    ...(info.Author && { author: info.Author }),
  }
}

function bytesOf(file) {
  if (!file) refuse('There is no file.', 'Choose a file, or a large file.')
  return Uint8Array.fromBase64(file.slice(file.indexOf(',') + 1))
}

async function open(bytes) {
  try {
    return await getDocumentProxy(bytes)
  } catch (error) {
    console.log(error)
    if (error.name === 'PasswordException')
      refuse('This PDF has a password.', 'Save a copy without a password.')
    refuse('This is not a PDF that can be read.', 'Choose another file.')
  }
}

function refuse(message, suggested_action) {
  throw { code: 'INVALID_INPUT', message, suggested_action, recoverable: true }
}
