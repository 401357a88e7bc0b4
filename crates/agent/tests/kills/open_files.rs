//! An agent that may open only a few files.

use std::path::Path;

use super::workbench::Workbench;

const FILES: usize = 3_000;

/// The soft and the hard limit of a process.
fn limits(process: u32) -> (String, String) {
    let all = std::fs::read_to_string(format!("/proc/{process}/limits")).unwrap();
    let line = all.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let mut words = line.split_whitespace().skip(3).map(str::to_owned);
    (words.next().unwrap(), words.next().unwrap())
}

fn count(directory: &Path) -> usize {
    std::fs::read_dir(directory).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_file()).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_soft_limit_is_raised_to_the_hard_one() {
    let mut bench = Workbench::new(&[]).await;
    bench.restart_after("ulimit -Sn 200; ulimit -Hn 3000");
    assert_eq!(limits(bench.process()), ("3000".to_owned(), "3000".to_owned()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_few_open_files_slow_a_transfer_down_and_fail_no_file() {
    let mut bench = Workbench::new(&[]).await;
    bench.restart_after("ulimit -n 128");
    let source = bench.path("show");
    std::fs::create_dir(&source).unwrap();
    for number in 0..FILES {
        std::fs::write(source.join(format!("{number}.dpx")), [&number.to_le_bytes()[..], &[7; 1_016]].concat())
            .unwrap();
    }
    let (link, to) = (bench.sent(&source).await, bench.path("received"));
    let download = bench.download(&link, &to).await;
    bench.until_complete(&download).await;
    assert_eq!(count(&to.join("show")), FILES);
    for number in [0, 1, FILES / 2, FILES - 1] {
        let content = std::fs::read(to.join(format!("show/{number}.dpx"))).unwrap();
        assert!(content.starts_with(&number.to_le_bytes()) && content.len() == 1_024);
    }
}
