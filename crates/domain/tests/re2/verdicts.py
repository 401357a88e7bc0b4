"""What RE2 itself says of patterns, for tests/re2.rs.

Without arguments it writes the table that is kept in verdicts.json:

    python verdicts.py > verdicts.json

With a seed and a number it writes verdicts on so many random patterns. The
module `re2` is the package google-re2.
"""

import json
import random
import sys

import re2

TEXTS = [
    "", "a", "b", "A", "ab", "ba", "aa", "aaa", "abc", "a.b", "a b", "a_b", "a-b", "a\nb", "\n", "a\n", "1", "42", "a1",
    "x{", "a{", "a{,3}", "a{01}", "a{1", "{", "}", "&", "a&b", "~", "-", "[", "]", "[a]", "^", "$", "\\", "|", "(", ")",
    "*", "a*", "<", ">", "<a>", '"', "\t", "\v", "\x07", "\x01", "\x7f", "é", "É", "ß", "ſ", "K", "k", "S", "s", "Ω", "ω",
    "ς", "я", "Я", "漢", "か", "٣", "½", "Ⅷ", "\u00a0", "\u200b", "\u2028", "\ue000", "\u0301", "e\u0301", "𐐀", "𐐨", "😀",
    "report (2).pdf", "IMG_0001.MOV", "clip.mov", "clip.MXF", ".DS_Store", "Thumbs.db", "a,b;c", "@", "a@b.c", "#",
    "%41", "\u0378", "e", "\r", "Q", "E",
]

TRAPS = r"""
\d \D \w \W \s \S \b \B \bab\b a\b \Ba (?i)\w (?i)\W (?i)[\W] \h \H \R \X \K \N \G \Z \z \A a\z \Aa [\A] [\z] [\b] [\B]
[\d] [\D] [\w] [\W] [\s] [\S] [^\d] [^\D] [^\w] [^\s] [\d\s] [^\d\s] [\D\d] [^\D\d] (?i)[k] (?i)[^k] (?i)[^K] (?i)k (?i)K
(?i)ſ (?i)s (?i)[s] (?i)ß (?i)ω (?i)ς (?i)[α-ω] (?i)я (?i)𐐀 (?i)é É (?i)\x{e9} (?i)\351 (?i)[\x{e9}]
[a&&b] [a&b] [&&] [a--b] [a-b] [a~~b] [~~] [--a] [a-] [-a] [-] [a-c-e] [a-c-] [+--] [[a]] [[a] [a]] []] []a] [^]] [^]a] []
[^] [ [a [a- [^a [[:alpha:]] [[:^alpha:]] [[:foo:]] [[:alpha:] [:alpha:] [[:^^alpha:]] [[:Alpha:]] [[:alpha:]-z]
[a-[:alpha:]] [[:alnum:]] [[:ascii:]] [[:blank:]] [[:cntrl:]] [[:digit:]] [[:graph:]] [[:lower:]] [[:print:]]
[[:punct:]] [[:space:]] [[:upper:]] [[:word:]] [[:xdigit:]] [^[:word:]] [[:^space:]\d] (?i)[[:lower:]] (?i)[[:^lower:]]
(?i)[[:upper:]] [[.a.]] [[=a=]] [[:a [[:a] [\Qa\E] [\E] [\C] [a\-z] [\]] [\[] [\^a] [a^] [\\] [\x41] [\x{41}-\x{43}] [\101]
[\0-\377] [z-a] [a-a] [\d-z] [\d--z] [a-\d] [\w-] [\pL-\d] [\x{D7FF}-\x{E000}] [\x{D800}-\x{DFFF}] [\x{D800}a]
[^\x{D800}] [\x{D900}-\x{10FFFF}] [\x{0}-\x{DA00}] \x{D800} \x{DFFF} \x{110000} \x{10FFFF} \x{} \x{g} \x{41} \x{041}
\x{000000000041} \x41 \x4 \x \x4g \xZZ \u0041 \u{41} \U00000041 \101 \1 \12 \123 \1234 \18 \8 \9 \0 \00 \000 \0000 \08
\377 \400 \777 \7 \07 \a \f \n \r \t \v \e \cA \c \o{101} \N{U+41} \_ \- \. \, \; \: \@ \# \% \& \~ \` \' \" \! \/ \= \<
\> \{ \} \| \( \) \[ \] \* \+ \? \^ \$ \é \漢 \y \i \j \l \L \m \M \q \g \k \z* \b* \b+ ^* $* ^+ $+ ^{2} ^** (^)* (?:^)* (?:$)+
\Qa.b\E \Qa.b \Q \Q\E \Q\Q\E \Qab\E* \Q*\E \Q*\E* a\Q\E* a*\Q\E* \Q\\E \Q\E* \E a\E \Q(\E) \Qa\Eb (\Qa)\E) \Q[\E \Q\d\E
(?i)\Qa\E \C \C\C \C\C\C ^\C$ ^\C\C$ ^\C\C\C$ ^\C{4}$ \C* é\C \Cé (?i)\C (?s)\C [^a]\C .\C
a* a+ a? a*? a+? a?? a** a*+ a*?? a++ a+* a?* a??? a*?+ a{2} a{2}? a{2,} a{2,}? a{2,3} a{2,3}? a{,3} a{,} a{} a{ a} { } {}
{1} {1,2} x{ a{1 a{1, a{1,2 a{a} a{1a} a{1,a} a{-1} a{+1} a{01} a{1,01} a{00} a{0} a{0,} a{0,0} a{0,1} ^a{0}$ a{2,1} a{1000}
a{1001} a{1000,} a{1001,} a{0,1000} a{0,1001} a{999999999} a{1000000000} a{99999999999} a{1,99999999999} a{2}{3} a{2}*
a*{2} a{2}{ a{2}a{ (a{2}){3} (a{100}){10} (a{100}){11} (a{10}){100} (a{10}){101} ((a{10}){10}){10} ((a{10}){10}){11}
(a{1000})* (a{1000})+ (a{1000})? (a{1000}){1} (a{1000}){0} (a{1000}){2} (a{500}|b){2} (a{500}|b{501}){2} (a{0,501}){2}
(a{2,}){500} (a{2,}){501} (a*){1000} (?:a{2}){500} (a{0}){1000} * + ? a|* (*) (|*) |* (+) (?) (?)* a(?)* a(?i)* a*(?i)* (?i)*
() ()* (|) (||) | || a| |a a||b (a|) (|a) (a|b|) () (() ()) ) ( (a a) (a)) ((a) (?:a) (?:) (?: (?:* (?:a (?:a|b)c
(?i)a (?i)A (?i:a)a (?-i)a (?i)a(?-i)a (?i)(?-i:a)a (a(?i)b)c (a(?i)b|c)d a(?i)b|c (?i)a|b (?m)^b (?m)a$ (?m)^$ ^$ ^b a$ a$\n
(?s). . (?s)a.b a.b (?-s). (?s-s). (?s).(?-s). (?im)^B (?is)A.B (?ims)^B$ (?U)a* (?U)a*? (?U:a+) (?iU)A (?-U)a (?i-) (?-)
(?i--s) (?-i-s) (?x)a (?x:a) (?ix)a (?u)a (?-u)a (?R)a (?a)a (?J)a (?n)a (?I)a (?:i)a (?i (?i: (? (?- (?i:a (?i)) (?^a) (?^:a)
(?P<n>a) (?<n>a) (?P<n> (?P<n (?P<>a) (?<>a) (?P<n-m>a) (?P<n m>a) (?P<1>a) (?<1>a) (?P<_>a) (?P<é>a) (?P<n>a)(?P<n>b)
(?P<n>a)(?<n>b) (?P=n) (?P<n>a)(?P=n) (?P>n) (?P:a) (?P (?Pa) (?<n (?< (?P<😀>a) (?P<á>a) (?P<½>a) (?P<Ⅷ>a) (?'n'a) \k<n> \g{1}
(?=a) (?!a) (?<=a) (?<!a) (?>a) (?|a) (?#a) (?&a) (?+1) (?1) (?{a}) (?(1)a) (?C) a(?=b) (?*a) (*UTF8)a (*a) (a)\1
\pL \PL \pN \p{L} \P{L} \p{^L} \P{^L} \p{Lu} \pLu \p{Greek} \P{Greek} \p{^Greek} \p{greek} \p{GREEK} \p{Grek} \p{IsGreek}
\p{Script=Greek} \p{sc=Greek} \p{gc=Lu} \p{Letter} \p{Alphabetic} \p{Uppercase} \p{L&} \p{LC} \p{Cn} \p{Cs} \P{Cs} \p{C}
\P{C} \p{Co} \p{Any} \P{Any} \p{^Any} \p{any} \p{ASCII} \p{Assigned} \p{} \p{^} \p{ \p \P \pé \p1 \p{Han} \p{Hiragana}
\p{Latin} \p{Cyrillic} \p{Common} \p{Inherited} \p{Deseret} \p{Nko} \p{Old_Italic} \p{OldItalic} \p{Old-Italic} \p{Garay}
\p{ L} \p{L } \p{Zs} \p{Zl} \p{Z} \p{Nd} \p{Nl} \p{No} \p{Mn} \p{M} \p{Sm} \p{S} \p{P} \p{Pd} \p{Ps} \p{Cc} \p{Cf} [\pL]
[^\pL] [\PL] [^\PL] [\p{Greek}a] [\p{^Greek}] [^\p{^Greek}] [\pL\pN] [\p] [\p{L] (?i)\p{Lu} (?i)\p{Ll} (?i)\P{Lu}
(?i)[^\p{Lu}] (?i)[\p{Lu}] (?i)[\P{Lu}] (?i)[\P{Lu}k] (?i)\p{Greek} \pL* \pL{2} \p{L}{2} \p{Zs}+
\.mov$ (?i)\.mov$ ^\. ^IMG_\d{4}\. [^.]+\.(?:mov|mxf)$ \(\d+\) ^[^.]*$ (?i)^thumbs\.db$ \.(pdf|docx?)$ ^.{1,5}$ ^.{3}$ .+
a.*b a\ b a\-b a-b a#b a@b ^(?:a|b)*$ ^(a*)*$ (a|ab)(c|bcd)? ^(a?){3}$ ^(?:(?:a)(?:b))?$ \b\b \B\B ^\B$ \B.\B é\b \bé \Bé é\B
[^\n] [^a]b ^[^a]$ ^.$ ^..$ ^\pL$ \pL\pM [\x00-\x{10FFFF}] ^[\x{100}-\x{FFFF}]$ 漢 [漢-龠] [а-я] (?i)[а-я] 😀 [😀] ^[😀]$ ^😀?$
""".split()
SPACED = ["a b", " ", "\\ ", "[ ]", "(?x) a b", "a {2}", "a{ 2}", "a{2 }", "a{1, 2}", "(? i)a", "a\tb", "\n", "a\nb", "\\\n",
          "[\n]", "(?P<n >a)", "a # b", "\\", "a\\", "[\\", "[a\\", "\\Q\\", "(?i)\\", "\\x{ 41}", "\\p{Old Italic}"]

PIECES = r"""
a b k s K é ſ ω . ^ $ | ( ) (?: (?i) (?i: (?-i) (?s) (?m) (?U) (?P<n> (?<n> [ ] [^ - * + ? *? { } {2} {0,2} {1,} {,2} {01} {500}
\d \D \w \W \s \S \b \B \A \z \Z \C \Q \E \pL \PL \p{Lu} \p{Greek} \P{^Greek} \p{C} \p{Any} \x41 \x{E9} \x{D800} \101 \1 \0
\n \t \- \] \[ \^ \\ [:alpha:] [:^digit:] [a-k] [^a] [\d-] & && ~~ -- , < > " : 0 1 \< \_ \v
""".split() + [" ", "\n"]


def verdict(pattern, options):
    """None when RE2 refuses the pattern, else a digit for each text."""
    try:
        compiled = re2.compile(pattern, options)
    except re2.error:
        return None
    return "".join("1" if compiled.search(text) else "0" for text in TEXTS)


def random_pattern(source):
    return "".join(source.choice(PIECES) for _ in range(source.randint(1, 12)))


def main():
    options = re2.Options()
    options.log_errors = False
    patterns = TRAPS + SPACED
    if len(sys.argv) > 1:
        source = random.Random(int(sys.argv[1]))
        patterns = [random_pattern(source) for _ in range(int(sys.argv[2]))]
    rows = [json.dumps([pattern, verdict(pattern, options)], ensure_ascii=False) for pattern in dict.fromkeys(patterns)]
    texts = json.dumps(TEXTS, ensure_ascii=False)
    print('{"texts": ' + texts + ',\n"patterns": [\n' + ",\n".join(rows) + "\n]}")


main()
