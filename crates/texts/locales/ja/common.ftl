# Said on pages and in mails alike.

language-name = 日本語
choose-language = 言語を選択
cancel = キャンセル
close = 閉じる
save = 保存
delete = 削除
copy = コピー
copied = コピーしました
try-again = 再試行
try-now = 今すぐ再試行
loading = 読み込み中
continue = 続行
back = 戻る
remove = 削除
help = ヘルプ
error-network = サーバーに接続できません。接続を確認してください。データは失われていません。
error-reason = 問題が発生しました：{ $reason }
error-reference = 参照番号：{ $id }
error-pace = 試行回数が多すぎます。{ $seconds } 秒後にもう一度お試しください。
made-with = Powered by Tonnage
show-password = パスワードを表示
hide-password = パスワードを隠す
needs-script = このページには JavaScript が必要です。このサイトで有効にするか、送信者に別の方法をお尋ねください。
file-count = { $count ->
   *[other] { $count } 個のファイル
}
skip-to-content = 本文へ移動
