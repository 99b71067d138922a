import readSheets from 'read-excel-file/universal'

export default async function handler({ parameters, context }) {
  const { workbook, large_file, sheet: wanted, header } = parameters
  const bytes = large_file ? await context.blobs.readBytes(large_file) : bytesOf(workbook)
  const sheets = await readAll(bytes)
  const sheet = wanted ? sheets.find((each) => each.sheet === wanted) : sheets[0]
  const names = sheets.map((each) => each.sheet)
  if (!sheet) {
    refuse(`There is no sheet “${wanted}”.`, `Choose one of: ${names.join(', ')}.`)
  }

  const table = sheet.data.filter((row) => row.some((cell) => cell !== null))
  const width = Math.max(0, ...table.map((row) => row.length))
  const columns = header
    ? uniqueNames(table[0] ?? [], width)
    : Array.from({ length: width }, (_, at) => `column_${at + 1}`)
  const rows = (header ? table.slice(1) : table).map((row) =>
    Object.fromEntries(columns.map((name, at) => [name, readCell(row[at])])),
  )
  return {
    message: `**${rows.length}** row${rows.length === 1 ? '' : 's'} in ${columns.length} columns of “${sheet.sheet}”.`,
    rows,
    columns,
    sheet: sheet.sheet,
    sheets: names,
  }
}

function bytesOf(file) {
  if (!file) refuse('There is no file.', 'Choose a file, or a large file.')
  return Uint8Array.fromBase64(file.slice(file.indexOf(',') + 1))
}

async function readAll(bytes) {
  try {
    return await readSheets(new Blob([bytes]))
  } catch (error) {
    console.log(error)
    refuse(
      'This is not an .xlsx file that can be read.',
      'Save the file as “Excel workbook (.xlsx)”, without a password.',
    )
  }
}

function readCell(cell) {
  if (cell === undefined) return null
  if (!(cell instanceof Date)) return cell
  const text = cell.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text
}

function uniqueNames(cells, width) {
  const names = []
  for (let at = 0; at < width; at++) {
    const wanted = String(readCell(cells[at]) ?? '').trim() || `column_${at + 1}`
    let name = wanted
    for (let count = 2; names.includes(name); count++) name = `${wanted}_${count}`
    names.push(name)
  }
  return names
}

function refuse(message, suggested_action) {
  throw { code: 'INVALID_INPUT', message, suggested_action, recoverable: true }
}
