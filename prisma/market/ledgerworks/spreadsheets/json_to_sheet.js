import writeSheet from 'write-excel-file/universal'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const DATE = /^\d{4}-\d{2}-\d{2}$/
const WIDEST = 60

export default async function handler({ parameters, context }) {
  const { rows, sheet, dates } = parameters
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const header = names.map((name) => ({ value: name, fontWeight: 'bold' }))
  const body = rows.map((row) => names.map((name) => cellOf(row[name], dates)))
  const columns = names.map((name) => ({ width: widthOf(name, rows) }))
  const options = { sheet, columns, stickyRowsCount: 1, dateFormat: 'yyyy-mm-dd' }
  const file = await writeSheet([header, ...body], options).toBlob()
  const bytes = new Uint8Array(await file.arrayBuffer())
  return {
    message: `An Excel file with **${rows.length}** row${rows.length === 1 ? '' : 's'} in ${names.length} columns.`,
    file: await context.blobs.write(bytes, XLSX),
    size_bytes: bytes.length,
    columns: names,
  }
}

function cellOf(value, dates) {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number' || typeof value === 'boolean') return { value }
  if (typeof value === 'object') return { value: JSON.stringify(value), type: String }
  if (dates && DATE.test(value) && !Number.isNaN(Date.parse(value)))
    return { value: new Date(value), type: Date }
  return { value, type: String }
}

function widthOf(name, rows) {
  const lengths = rows.slice(0, 1000).map((row) => String(row[name] ?? '').length)
  return Math.min(WIDEST, Math.max(name.length, ...lengths) + 2)
}
