const UNITS = {
  length: {
    mm: 'Millimetre',
    cm: 'Centimetre',
    m: 'Metre',
    km: 'Kilometre',
    in: 'Inch',
    ft: 'Foot',
    yd: 'Yard',
    mi: 'Mile',
  },
  mass: { g: 'Gram', kg: 'Kilogram', t: 'Tonne', oz: 'Ounce', lb: 'Pound' },
  volume: {
    ml: 'Millilitre',
    l: 'Litre',
    floz_us: 'US fluid ounce',
    gal_us: 'US gallon',
    gal_uk: 'UK gallon',
  },
  time: { s: 'Second', min: 'Minute', h: 'Hour', d: 'Day' },
  data: {
    B: 'Byte',
    kB: 'Kilobyte',
    MB: 'Megabyte',
    GB: 'Gigabyte',
    KiB: 'Kibibyte',
    MiB: 'Mebibyte',
    GiB: 'Gibibyte',
  },
  temperature: { C: 'Celsius', F: 'Fahrenheit', K: 'Kelvin' },
}

export default async function handler({ parameters }) {
  const groups = Object.values(UNITS)
  const kind = groups.find((units) => parameters.from in units)
  const options = (kind ? [kind] : groups).flatMap((units) =>
    Object.entries(units).map(([value, label]) => ({ value, label })),
  )
  return { message: options.map(({ value, label }) => `- ${value}: ${label}`).join('\n'), options }
}
