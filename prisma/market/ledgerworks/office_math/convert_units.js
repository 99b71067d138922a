// Each unit as [kind, how many of the kind's base unit one of it is].
const UNITS = {
  mm: ['length', 0.001],
  cm: ['length', 0.01],
  m: ['length', 1],
  km: ['length', 1000],
  in: ['length', 0.0254],
  ft: ['length', 0.3048],
  yd: ['length', 0.9144],
  mi: ['length', 1609.344],
  g: ['mass', 0.001],
  kg: ['mass', 1],
  t: ['mass', 1000],
  oz: ['mass', 0.028349523125],
  lb: ['mass', 0.45359237],
  ml: ['volume', 0.001],
  l: ['volume', 1],
  floz_us: ['volume', 0.0295735295625],
  gal_us: ['volume', 3.785411784],
  gal_uk: ['volume', 4.54609],
  s: ['time', 1],
  min: ['time', 60],
  h: ['time', 3600],
  d: ['time', 86400],
  B: ['data', 1],
  kB: ['data', 1000],
  MB: ['data', 1e6],
  GB: ['data', 1e9],
  KiB: ['data', 1024],
  MiB: ['data', 1048576],
  GiB: ['data', 1073741824],
}
const KELVIN = {
  C: [(value) => value + 273.15, (kelvin) => kelvin - 273.15],
  F: [(value) => ((value + 459.67) * 5) / 9, (kelvin) => (kelvin * 9) / 5 - 459.67],
  K: [(value) => value, (kelvin) => kelvin],
}

export default async function handler({ parameters }) {
  const { value, from, to } = parameters
  const result = Number(convert(value, from, to).toPrecision(12))
  return { message: `${value} ${from} = **${result} ${to}**`, result, unit: to, kind: kindOf(from) }
}

function convert(value, from, to) {
  if (kindOf(from) !== kindOf(to)) {
    throw {
      code: 'INVALID_INPUT',
      message: `${from} measures ${kindOf(from)} and ${to} measures ${kindOf(to)}.`,
      recoverable: true,
      suggested_action: 'Choose two units of the same kind.',
    }
  }
  if (kindOf(from) === 'temperature') {
    const kelvin = KELVIN[from][0](value)
    if (kelvin < 0)
      throw { code: 'INVALID_INPUT', message: `${value} ${from} is below absolute zero.`, recoverable: true }
    return KELVIN[to][1](kelvin)
  }
  return (value * UNITS[from][1]) / UNITS[to][1]
}

function kindOf(unit) {
  return unit in KELVIN ? 'temperature' : UNITS[unit][0]
}
