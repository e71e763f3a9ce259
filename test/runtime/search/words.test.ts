import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { relatedStems } from "../../../runtime/search/related-words.ts";
import { stemWord } from "../../../runtime/search/stem.ts";
import { foldLetters, plainWords, splitWords } from "../../../runtime/search/words.ts";

const texts = (text: string): readonly string[] => splitWords(text).map((word) => (word.isJoined ? `+${word.text}` : word.text));

describe("words", () => {
  it.each<[string, string, readonly string[]]>([
    ["takes snake case apart, and joins it", "max_count", ["max", "count", "+maxcount"]],
    ["takes kebab case apart, and joins it", "dry-run", ["dry", "run", "+dryrun"]],
    ["takes camel case apart, and joins it", "readOnly", ["read", "only", "+readonly"]],
    ["keeps an abbreviation in camel case together", "parseHTTPRequest", ["parse", "http", "request", "+parsehttprequest"]],
    ["joins no list that is longer than a name", "usr/local/share/x/y", ["usr", "local", "share", "x", "y"]],
    ["joins at most four parts", "a_b_c_d_e", ["a", "b", "c", "d", "e"]],
    ["joins across dots", "mkfs.ext4", ["mkfs", "ext4", "+mkfsext4"]],
    ["leaves punctuation out", "Print (all) files!", ["print", "all", "files"]],
    ["takes no sign for a word", "()[]{} -- ?", []],
    ["takes no emoji for a word, coloured or not", "⚠️ ⚠ Danger ❤️", ["danger"]],
    ["takes a digit in a frame for the digit", "1️⃣ step", ["1", "step"]],
    ["leaves out which shape of a Chinese letter is meant", "葛\u{E0100}飾区", ["葛飾", "飾区"]],
    ["drops a possessive", "the tool's name", ["the", "tool", "name"]],
    ["holds a contraction together", "don't", ["dont"]],
    ["leaves accents out", "Größe résumé", ["große", "resume"]],
    ["takes full-width letters for plain ones", "ｇｉｔ", ["git"]],
    ["takes Chinese apart into pairs", "容器列表", ["容器", "器列", "列表"]],
    ["keeps a single Chinese letter", "字", ["字"]],
    ["takes Japanese and Latin letters apart", "コンテナlog", ["コン", "ンテ", "テナ", "log"]],
    ["takes Thai apart into pairs", "ไฟล์", ["ไฟ", "ฟล", "ล์"]],
    ["keeps the vowel signs of Hindi", "हिन्दी", ["हिन्दी"]],
    ["holds Cyrillic words together", "Показать файлы", ["показать", "фаилы"]],
    ["cuts what nobody writes, without breaking a letter", "😀".repeat(3) + "𝒜".repeat(100), ["a".repeat(64)]],
  ])("%s", (_title, text, want) => {
    expect(texts(text)).toEqual(want);
  });

  const nameLike = fc.string({ unit: fc.constantFrom("a", "A", "z", "Z", "0", "9", "'s", "_", "-", "/", " ", "\n") });

  it("are those of a text with other letters beside it", () => {
    const check = (text: string): void => {
      expect(splitWords(`${text} Ж`)).toEqual([...splitWords(text), ...splitWords("Ж")]);
    };
    fc.assert(fc.property(nameLike, check));
    fc.assert(fc.property(fc.string({ unit: "binary-ascii" }), check));
  });

  it("without those that are joined are the plain words", () => {
    const check = (text: string): void => {
      expect(plainWords(text)).toEqual(splitWords(text).flatMap((word) => (word.isJoined ? [] : [word.text])));
    };
    fc.assert(fc.property(nameLike, check));
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), check));
  });

  it("compares letters without case and accents", () => {
    expect(foldLetters("ÉTUDE İ ΟΔΌΣ")).toBe("etude i οδος");
  });
});

describe("stems", () => {
  it.each([
    ["connect", ["connects", "connected", "connecting", "connection", "connections"]],
    ["contain", ["containing", "contained", "contains"]],
    ["directori", ["directory", "directories"]],
    ["archiv", ["archive", "archives", "archived", "archiving"]],
    ["run", ["running", "runs"]],
    ["hope", ["hoped", "hoping", "hopes"]],
    ["hop", ["hopped", "hopping"]],
    ["die", ["dying", "dies"]],
    ["generat", ["generate", "generated", "generation"]],
    ["organiz", ["organize", "organization", "organized"]],
    ["happi", ["happy"]],
    ["relat", ["relational", "relate"]],
    ["communic", ["communication", "communicate"]],
    ["analyz", ["analyzer", "analyzed"]],
    ["feed", ["feed"]],
    ["agre", ["agreed"]],
    ["sky", ["sky", "skies"]],
    ["news", ["news"]],
    ["proceed", ["proceeding", "proceeds"]],
    ["past", ["past"]],
    ["paste", ["paste"]],
    ["gas", ["gas"]],
    ["caress", ["caresses"]],
    ["cri", ["cries", "cry"]],
    ["formal", ["formalize", "formality"]],
    ["adopt", ["adoption"]],
    ["control", ["controlled", "controlling", "controls"]],
  ])("%s is what is left", (stem, words) => {
    expect(words.map(stemWord)).toEqual(words.map(() => stem));
  });

  it.each(["ls", "größe", "mp3", "容器", ""])("are not made of %j", (word) => {
    expect(stemWord(word)).toBe(word);
  });
});

describe("related words", () => {
  it.each<[string, readonly string[]]>([
    ["delet", ["remov", "eras", "uninstal", "rm"]],
    ["rm", ["remov", "delet", "eras", "uninstal"]],
    ["kubernet", []],
    ["", []],
  ])("of the stem %j", (stem, want) => {
    expect(relatedStems(stem)).toEqual(want);
  });
});
