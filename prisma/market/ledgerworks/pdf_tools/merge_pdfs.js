import { PDFDocument } from 'pdf-lib'

export default async function handler({ parameters, context }) {
  const { pdfs, large_pdfs, pages, title } = parameters
  const sources = [
    ...pdfs.map((file) => Uint8Array.fromBase64(file.slice(file.indexOf(',') + 1))),
    ...(await Promise.all(large_pdfs.map((id) => context.blobs.readBytes(id)))),
  ]
  if (sources.length < 2) refuse('There are fewer than two files.', 'Choose two files or more.')

  const merged = await PDFDocument.create()
  if (title) merged.setTitle(title)
  const counts = []
  for (const [index, bytes] of sources.entries()) {
    const source = await open(bytes, index + 1)
    const wanted = pages === 'first' ? [0] : source.getPageIndices()
    for (const page of await merged.copyPages(source, wanted)) merged.addPage(page)
    counts.push({ file: index + 1, pages: wanted.length })
    context.progress((index + 1) / sources.length, `File ${index + 1} of ${sources.length}`)
  }
  const bytes = await merged.save()
  return {
    message: `One PDF of **${merged.getPageCount()}** pages from ${sources.length} files.`,
    file: await context.blobs.write(bytes, 'application/pdf'),
    page_count: merged.getPageCount(),
    size_bytes: bytes.length,
    sources: counts,
  }
}

async function open(bytes, number) {
  try {
    return await PDFDocument.load(bytes)
  } catch (error) {
    console.log(error)
    refuse(`File ${number} is not a PDF that can be read, or has a password.`, 'Choose another file.')
  }
}

function refuse(message, suggested_action) {
  throw { code: 'INVALID_INPUT', message, suggested_action, recoverable: true }
}
