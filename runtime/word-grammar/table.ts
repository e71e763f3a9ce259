/**
 * How programs read the words of their command lines, measured by running them. `word-grammar.ts` reads this table, and
 * `npm run word-grammar` measures a program again. The page's script contains it, so the notation is short.
 *
 * A row has names, a version, the parser, twelve cells of one letter each, the exit status of an unknown option, and marks. `?` is unknown.
 * A name is `program`, `program/subcommand`, or `program~variant` for one of several programs with the same name.
 *
 *  1 `--` ends the options: y, n: it is refused, l: options after it still act, p: only in some places
 *  2 an option after an operand: y: is read, n: is an operand, w: is written as a value
 *  3 an unambiguous beginning of a long option is enough
 *  4 `--option=value`, 5 `--option value`, 6 `-ovalue`
 *  7 `-o=value` means `value`, not `=value`
 *  8 a separate value that starts with a dash: y: is the value, n: an error, r: is read as an option, o: the value is optional,
 *    =: only in `--option=value`
 *  9 a repeated option: l: the last one counts, f: the first one, e: an error, a: all
 * 10 `--switch=false`: e: an error, a: turns the switch off, i: turns it on
 * 11 `_` equals `-` in the name of an option
 * 12 `POSIXLY_CORRECT` ends the options at the first operand
 *
 * Marks: `$NAME`: a variable from which the program reads options. `>1`, `>2`: the first or second operand is a program that reads the
 * words after it. `-N`: a number below zero is an operand. Others: a word that starts with this text has a meaning of its own, such as
 * `@` (a file of options); `NAME=` and `HOST:` stand for any name.
 */
export const WORD_GRAMMARS = `
7z 26.02 own yy???ynya??n 7 @
ag 2.2.0 getopt_long yyyyyyny?eny 1
age 1.1.1 flag yn?yy??y???? 2
ansible-playbook 2.19.14 argparse yyyyyyynaenn 2
aria2c 1.36.0 getopt_long yyyyyyny??ny 28
aws 1.46.3 argparse yyyyy??ylen? 255
base32,base64,basename,cat,cksum,comm,csplit,df,dirname,expand,fmt,fold,join,link,ln,md5sum,mkdir,mkfifo,mv,nl 9.1 getopt_long y??????????? 1
numfmt,od,paste,pathchk,pr,readlink,realpath,rm,rmdir,sha1sum,sha224sum,sha256sum,sha384sum,sha512sum,shred 9.1 getopt_long y??????????? 1
shuf,split,sum,tac,tee,touch,tr,truncate,tsort,unexpand,uniq,unlink 9.1 getopt_long y??????????? 1
bash 5.2.15 own ynnnynny?e?? 2 >1
bat,batcat 0.22.1 clap yynyyyynaenn 2 $BAT_OPTS
bc 1.07.1 getopt_long ??y????n?e?? 1 $BC_ENV_ARGS
biome 2.6.8 bpaf yynyy??neenn 1
black 26.10.1 click yynyyynylenn 2
borg 1.2.4 argparse yyyyy??n?enn 2
bsdtar 3.6.2 own pnyyyynyaen? 1 @
buildah 1.28.2 pflag ?????????a?? 125
cargo 1.95.0 clap y?nyy??neen? 1 >1
clang 14.0.6 llvm yy?yyy?ylenn 1 @ $CCC_OVERRIDE_OPTIONS
cloc 1.96 Getopt::Long yyyyy??y?eyy 2
cmake 3.25.1 own n?nyyy?yl?n? 1
cmp 3.8 getopt_long yyyyyyny?eny 2
convert 6.9.11 one-dash l?nnn??yl?nn 1 HOST: @
cp 9.1 getopt_long yyyyyynyeen? 1
csvcut 2.2.0 argparse yyyyyyynlenn 2
curl 7.88.1 own yyynyynylenn 2 [ { $CURL_HOME
cut 9.1 getopt_long yyyyyynyeeny 1
cut~uutils 0.12.0 clap yyyyyyyyeenn 1
date 9.1 getopt_long yyyyyynyleny 1 +
dc 1.07.1 getopt_long yyyyyynya?ny 1
dd 9.1 own y???????l??? 1 NAME=
diff 3.8 getopt_long yyyyyyny?eny 2
dig 9.18.49 own nyynnynyli?n 1 @ +
docker 28.2.2 pflag yynyy??ylan? 125
docker/run,docker/exec 28.2.2 pflag yynyy??ylan? 125 >2
dot 2.43.0 own ny??yynna??n 1
du 9.1 getopt_long yyyyyynyleny 1
duckdb 1.5.6 one-dash ny?ny??yle?n 1 .
env 9.1 getopt_long+ ynyyyynyaen? 125 NAME= >1
esbuild 0.28.2 own nynyn??ylann 1
eslint 10.15.0 optionator yynyynynlann 2 $ESLINT_FLAGS
exiftool 12.57 one-dash yynny??yl??n 0 -NAME=
expr,printf 9.1 own ???????????? ? -N
fd,fdfind 10.5.0 clap yynyyyynlenn 2
ffmpeg 5.1.9 one-dash p??nn??ylen? 1 HOST:
ffprobe 5.1.9 one-dash yy?ny??yl?nn 1
find 4.9.0 one-dash ly?ny??yl?n? 1 ! ( )
flake8 7.5.0 argparse yyyyyyynlenn 2
gawk,awk~gawk 5.2.1 getopt_long+ ynyyyynylen? 1 NAME=
gcc 12.2.0 own ny?yyynylenn 1 @
gdb 13.1 getopt_long_only y?yyy??ya??? 1 >1
gh 2.23.0 pflag yynyyyyy?ann 1
git 2.39.5 parse-options y??????y???? 129
git/bisect,git/submodule,git/difftool,git/mergetool 2.39.5 parse-options ???????????? ? >1
git/blame 2.39.5 parse-options yyy??ynyaenn 129
git/branch 2.39.5 parse-options yyyyy??ylenn 129
git/config 2.39.5 parse-options ywyyy??yeen? 129
git/diff 2.39.5 parse-options ynnynynylen? 128 :
git/for-each-ref 2.39.5 parse-options yyyyy??ylenn 129
git/grep 2.39.5 parse-options ynyyyynylen? 129 :
git/log 2.39.5 parse-options yynyyynylenn 128 ^ :
git/ls-files 2.39.5 parse-options yyyyyynyaenn 129
git/rev-parse 2.39.5 parse-options nnny????len? 0
git/show 2.39.5 parse-options yynynyn=len? 128 :
git/status 2.39.5 parse-options yyyynyno?enn 129
gnuplot 5.4 own n????nnya??? 0
go/build 1.26.8 flag ynnyy??ylan? 2 $GOFLAGS
go/list 1.26.8 flag yn?yy??yl??? 2 $GOFLAGS
go/test 1.26.8 flag nynyy??yla?n 1 $GOFLAGS
go/vet 1.26.8 flag yn?yy??y?a?? 2 $GOFLAGS
gofmt 1.26.8 flag yn?yy??yl??? 2
gojq 0.12.17 own yynyy??ylenn 2
gpg 2.2.40 own ynyyyyny?in? 2
grep 3.8 getopt_long yyyyyynyleny 2
grep~busybox,busybox/grep 1.35.0 getopt32 yy???ynyl??y 2
head 9.1 getopt_long yyyyyynyleny 1
head~busybox,busybox/head 1.35.0 getopt32 yy???ynyl??y 1
head~uutils 0.12.0 clap yyyyyyyylenn 1
helm 3.22 pflag yynyy??ylann 1
hledger 1.25 cmdargs yyyyyyyyaenn 1
host 9.18.49 getopt yn???ynyl??? 1
http 3.2.1 argparse yyyyyyynlenn 1 NAME= @
hyperfine 1.15.0 clap yynyyyyneenn 2
ip 6.1.0 own ynynynnyle?? 255
isort 9.0.2 argparse yyyyyyynlenn 2
jaq 3.1.2 own yynny??ylenn 2
java 17.0.15 one-dash nnnyynnnlen? 1 @ $JAVA_TOOL_OPTIONS $JDK_JAVA_OPTIONS >1
javac 17.0.15 own nynyy??ylenn 2 @ $JDK_JAVAC_OPTIONS
jest 30.5.2 yargs yynyy??rea?? 1
journalctl 252.39 getopt_long yyyyyynyleny 1 NAME= +
jq 1.6 own pynny??ylenn 2
kubectl 1.32.4 pflag pynyyyyylayn 1
kubectl/run,kubectl/exec,kubectl/debug 1.32.4 pflag pynyyyyylayn 1 >2
ledger 3.3.0 own yynyynnya?yn 1 @
less 590 own y?yyyyny???? 0 + $LESS $LESSOPEN
ls 9.1 getopt_long yyyyyynyaeny 2
ls~uutils 0.12.0 clap yyyyyyynlenn 2
lsof 4.95.0 own y????yny???? 1
lua 5.4.4 own yn???ynna??? 1 $LUA_INIT >1
make 4.3 getopt_long yyyyyyny?enn 2 NAME= $MAKEFLAGS
mariadb 15.1 my_getopt yynyyyny???n 2
mawk,awk~mawk 1.3.4 getopt yn???ynyl??? 2 NAME=
mlr 6.6.0 own lnnyy??ylen? 1 then $MLRRC_PATH
mocha 12.0.3 yargs lynyyynnlann 0 $MOCHA_OPTIONS
mvn 3.8.7 commons-cli yynyyynyfinn 1
mypy 2.4.1 argparse yyyyy??y?enn 2 @
nft 1.0.6 getopt_long nyyyyy?y?enn 1
ninja 1.11.1 getopt_long yyy??ynyle?y 1
nmap 7.93 getopt_long_only yyyyy??y?eny 255
node 20.20.2 own ynnyynnnliyn 9 $NODE_OPTIONS >1
npm 11.19.1 nopt yynyynyylann 0 $npm_config_* >1
openssl 3.0.22 one-dash ynnyy??ylen? 1
oxlint 1.94.0 bpaf yynyyyyneenn 1
pandoc 2.17.1.1 GetOpt yyyyyynylenn 6 HOST:
parallel 20221122 Getopt::Long ynyyyyny?en? 255 ::: $PARALLEL >1
patch 2.7.6 getopt_long yyyyyyny?eny 2
pdftotext 22.12.0 one-dash yy?ny??ylenn 99
perl 5.36.0 own yn???ynya??? 29 NAME| $PERL5OPT >1
pgrep 4.0.2 getopt_long yyyyyyny?eny 2
php 8.2.36 own ynnyyyyya?n? 1 >1
ping 20221126 getopt yy???nnyl??? 2
pip 26.3 optparse yyyyyynylenn 2 $PIP_*
pnpm 12.21.0 nopt y?nyyyyneen? 2 >1
podman 4.3.1 pflag y?nyyyyylan? 125
podman/run,podman/exec 4.3.1 pflag y?nyyyyylan? 125 >2
prettier 3.10.1 minimist yynyy??rlann 2
ps 4.0.2 own nynyyynyaen? 1
psql 15.18 getopt_long yyyyyynyleny 1 NAME=
pytest 9.2.0 argparse lynyyyynlenn 4 @ $PYTEST_ADDOPTS
python3 3.11.7 own yn???ynyf??n 2 >1
qpdf 11.3.0 own lynyn??ylinn 2 @
rclone 1.60.1 pflag yynyyyyylann 1 HOST: :
redis-cli 7.0.15 own nnnnynnylen? 1
restic 0.14.0 pflag yynyyyyylann 1
rg 15.2.0 lexopt yynyyyyylenn 2 $RIPGREP_CONFIG_PATH
rg~13 13.0.0 clap yynyyyyyeenn 2 $RIPGREP_CONFIG_PATH
rollup 4.68.8 yargs ynyyynyre??? 0
rsync 3.5.0 popt yynyyyyyaeny 1 HOST:
ruby 3.1.2p20 own ynnyyynyaen? 1 $RUBYOPT >1
ruff 0.17.6 clap yynyy??neenn 2 @
rustc 1.95.0 getopts yynyyy?yeenn 1 @
scp 9.2p1 getopt y????ynyf??? 1 HOST:
sed 4.9 getopt_long yyyyyynyaeny 1
sed~busybox,busybox/sed 1.35.0 getopt32 yyyyyynyae?? 1
seq 9.1 getopt_long+ ynyyyynylen? 1 -N
shellcheck 0.9.0 GetOpt yyyyyynyfenn 3 $SHELLCHECK_OPTS
skopeo 1.9.3 pflag yynyy??y?ann 1
sops 3.13.3 urfave/cli ynnyy??y??n? 1
sops/exec-env,sops/exec-file 3.13.3 urfave/cli ynnyy??y??n? 1 >2
sort 9.1 getopt_long yyyyyynyeeny 2 +
sort~uutils 0.12.0 clap yyyyyy?ylenn 2
sox 14.4.2 own y?yyyynylen? 1 |NAME $SOX_OPTS
sqlite3 3.40.1 one-dash nynny??yle?n 1 .
ss 6.1.0 getopt_long yyyyyyny?eny 255
ssh 9.2p1 getopt yy???ynyf??n 255 >1
ssh-keygen 9.2p1 getopt yy???ynyl??? 1
stat 9.1 getopt_long yyyyyynyleny 1
strace 6.1 getopt_long+ y?yyyyny?enn 1 >1
systemctl 252.39 getopt_long yyyyyynyaenn 1
tail 9.1 getopt_long yyyyyynyleny 1 +
tar 1.34 argp yyyyyynyaenn 64 HOST: $TAR_OPTIONS
tc 6.1.0 own nn?????????? 255
terser 5.51.4 commander yyyyy??y?e?n 1
tesseract 5.3.0 own n?n????y??n? 1
timeout 9.1 getopt_long+ ynyyyynylen? 125 >1
tmux 3.3 getopt yn???ynyl??? 1 ; >1
tokei 15.0.0 clap yynyyyynaenn 2
tree 2.1.0 own yynyynnyaenn 1
tsc 7.0.2 own nynnynnylenn 1 @
units 2.22 getopt_long yyyyyynyleny 1
unzip 6.00 own yn???yny???? 10 $UNZIP
uv 0.13.9 clap y?nyy??neen? 2 >1
vim 9.0 own yy?n??ny??nn 1 +
vitest 4.1.12 cac y?nyy??re?n? 1
wc 9.1 getopt_long yyy??????en? 1
wget 1.21.3 getopt_long yyyyyyny?eny 2 $WGETRC
wget~busybox,busybox/wget 1.35.0 getopt32 yyyyyy???eny 1
xargs 4.9.0 getopt_long+ ynyyyynylen? 1 >1
xh 0.26.3 clap yynyyyynlenn 2 NAME= @
xq 4.4.5 argparse lynyy??ylenn 2
xz 5.4.1 getopt_long yyyyyynyleny 1 $XZ_OPT $XZ_DEFAULTS
yamllint 1.38.0 argparse yyyyyyynlenn 2
yarn 1.22.22 commander ??nyy??ylen? 0
yarn/run,yarn/exec,yarn/node 1.22.22 commander ??nyy??ylen? 0 >2
yq~kislyuk 4.4.5 argparse lynyy??ylenn 2
yq~mikefarah 4.54.3 pflag yynyyyyylann 1
zip 3.0 own pyyyyy?y?enn 16 $ZIPOPT
zstd 1.5.4 own yyny?ynnlenn 1
`;
