export default async function handler({ parameters }) {
  const { rows, delimiter, columns, safe_for_spreadsheets: safe } = parameters
  const separator = { comma: ',', semicolon: ';', tab: '\t' }[delimiter]
  const names = columns?.length ? columns : [...new Set(rows.flatMap(Object.keys))]
  const cell = (value) => quote(guard(textOf(value), value, safe), separator)
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))].map((cells) =>
    cells.map(cell).join(separator),
  )

  return {
    message: `**${rows.length}** row${rows.length === 1 ? '' : 's'}, ${names.length} columns.`,
    csv: `${lines.join('\r\n')}\r\n`,
    columns: names,
  }
}

function textOf(value) {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

// A spreadsheet would run text that begins like a formula.
function guard(text, value, safe) {
  return safe && typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function quote(text, separator) {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
