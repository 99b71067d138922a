export default async function handler({ parameters, context }) {
  const { csv, delimiter, header, numbers } = parameters
  const separator =
    delimiter === 'auto' ? guessDelimiter(csv) : { comma: ',', semicolon: ';', tab: '\t' }[delimiter]
  const table = parse(csv, separator)
  if (table.length === 0) return answer([], [], separator)

  const names = header ? uniqueNames(table[0]) : table[0].map((_, index) => `column_${index + 1}`)
  const warnings = []
  const rows = (header ? table.slice(1) : table).map((cells, index) => {
    if (cells.length !== names.length) {
      warnings.push(`Row ${index + 1} has ${cells.length} cells, expected ${names.length}.`)
    }
    return Object.fromEntries(names.map((name, at) => [name, toValue(cells[at] ?? '', numbers)]))
  })
  context.log(`parsed ${rows.length} rows separated by ${JSON.stringify(separator)}`)
  return answer(rows, warnings, separator)
}

function answer(rows, warnings, separator) {
  const named = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }[separator]
  return {
    message: `**${rows.length}** row${rows.length === 1 ? '' : 's'}, separated by ${named}.`,
    rows,
    row_count: rows.length,
    delimiter: named,
    warnings,
  }
}

// RFC 4180: quoted cells may hold separators, line breaks and doubled quotes.
function parse(text, separator) {
  const rows = []
  let row = []
  let cell = ''
  let quoted = false
  const endRow = () => {
    row.push(cell)
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    cell = ''
  }
  const source = text.replace(/^\uFEFF/, '')
  for (let at = 0; at < source.length; at++) {
    const sign = source[at]
    if (quoted) {
      if (sign === '"' && source[at + 1] === '"') {
        cell += '"'
        at++
      } else if (sign === '"') quoted = false
      else cell += sign
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === separator) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  if (quoted) {
    throw {
      code: 'INVALID_INPUT',
      message: 'A quoted cell is never closed.',
      recoverable: true,
      suggested_action: 'Look for an odd number of " characters.',
    }
  }
  endRow()
  return rows
}

function guessDelimiter(text) {
  const firstLine = text.split('\n', 1)[0]
  const counts = [',', ';', '\t'].map((sign) => [sign, firstLine.split(sign).length])
  return counts.sort((a, b) => b[1] - a[1])[0][0]
}

function uniqueNames(cells) {
  const seen = new Map()
  return cells.map((cell, index) => {
    const name = cell.trim() || `column_${index + 1}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name}_${times}`
  })
}

// "007" and "1e400" stay text: turning them into numbers would lose something.
function toValue(cell, numbers) {
  if (!numbers || !/^-?(0|[1-9]\d*)(\.\d+)?$/.test(cell)) return cell
  const number = Number(cell)
  return String(number) === cell || /\.\d*0$/.test(cell) ? number : cell
}
