// A calm adult reads about 220 words of plain prose a minute.
const WORDS_PER_MINUTE = 220

export default async function handler({ parameters }) {
  const text = parameters.text
  const words = segments(text, 'word').filter((part) => part.isWordLike).length
  const sentences = segments(text, 'sentence').filter((part) => /[\p{L}\p{N}]/u.test(part.segment)).length
  const characters = segments(text, 'grapheme').length
  const readingMinutes = Math.round((words / WORDS_PER_MINUTE) * 10) / 10

  return {
    message: `**${count(words, 'word')}** in ${count(sentences, 'sentence')}, ${readingTime(readingMinutes)}.`,
    words,
    characters,
    sentences,
    reading_minutes: readingMinutes,
  }
}

function readingTime(minutes) {
  return minutes < 1 ? 'read in under a minute' : `about ${minutes} min to read`
}

function segments(text, granularity) {
  return [...new Intl.Segmenter('en', { granularity }).segment(text)]
}

function count(number, noun) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
